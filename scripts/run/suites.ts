import fs from 'node:fs'
import { root, run, step } from '../lib/step.ts'

type Counts = { passed: number; failed: number; skipped: number }
type TestResult = {
  fullName: string
  status: string
  failureMessages: string[]
  /** Milliseconds; none for a test that did not run. */
  duration?: number | null
}
type FileResult = { name: string; status: string; message: string; assertionResults: TestResult[] }
type Report = { testResults: FileResult[] }
/** `code` is null if the suite was killed or did not start. */
export type Outcome = { code: number | null; report: Report | undefined }

interface SuiteOptions {
  prefix: string[]
  extra: Record<string, string>
  seconds: number
  /** a second try, of these files or, if none is named, of the whole suite */
  again?: string[]
}

export function runSuite(name: string, { prefix, extra, seconds, again }: SuiteOptions): Promise<Outcome> {
  const [project = '', shard] = name.split(' ')
  const file = `${root}/.cache/${name.replace(/\W/g, '-')}.json`
  fs.rmSync(file, { force: true })
  const [program, ...args] = [
    ...prefix,
    `${root}/node_modules/.bin/vitest`,
    'run',
    '--project',
    project,
    ...(again?.length ? again : shard ? [`--shard=${shard}`] : []),
    // With `--silent=passed-only`, Vitest prints the console output of failed tests only.
    '--silent=passed-only',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  return step(`suite ${name}${again ? ', second try' : ''}`, async (say) => {
    const { code } = await run(program, args, { extra, show: true, seconds })
    const report = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : undefined
    say(`${summary(countsOf({ code, report }))}${ending({ code, report })}`)
    return { code, report }
  })
}

export function countsOf({ code, report }: Outcome): Counts {
  const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults)
  const count = (status: string) => tests.filter((each) => each.status === status).length
  const [passed, failed] = [count('passed'), count('failed')]
  const hasEndedWell = code === 0 && passed + failed > 0
  return {
    passed,
    failed: hasEndedWell ? failed : Math.max(1, failed),
    skipped: tests.length - passed - failed,
  }
}

export const failedFiles = (report: Report | undefined): string[] =>
  (report?.testResults ?? []).filter((file) => file.status === 'failed').map((file) => file.name)

/** The second try replaces the results of the files that failed or that it ran. */
export function withSecondTry(first: Outcome, second: Outcome): Outcome {
  const results = second.report?.testResults ?? []
  const again = new Set([...failedFiles(first.report), ...results.map((file) => file.name)])
  const kept = (first.report?.testResults ?? []).filter((file) => !again.has(file.name))
  return { code: second.code, report: { testResults: [...kept, ...results] } }
}

const SLOWEST = 20

/** a line for each of the slowest tests */
export function slowest(reports: readonly (Report | undefined)[]): string[] {
  const tests = reports.flatMap((report) =>
    (report?.testResults ?? []).flatMap((file) =>
      file.assertionResults.map(({ fullName, duration }) => ({
        title: `${file.name.replace(`${root}/`, '')}: ${fullName}`,
        seconds: (duration ?? 0) / 1_000,
      })),
    ),
  )
  const longest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  return longest.map(({ title, seconds }) => `${seconds.toFixed(1)} s  ${title}`)
}

/** a line for each test, and for each file with an error outside its tests */
export function failures(report: Report | undefined): string[] {
  const lineOf = (title: string, message = '') => `"${title}": ${message.split('\n')[0]}`
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((each) => each.status === 'failed')
    const path = file.name.replace(`${root}/`, '')
    if (!failed.length && file.status === 'failed') return [lineOf(path, file.message)]
    return failed.map((each) => lineOf(`${path}: ${each.fullName}`, each.failureMessages[0]))
  })
}

/** In CI, they count as failed, because nobody reads the output of a successful job. */
export function skipSuites(names: string[], reason: string, isCi: boolean): Counts {
  const projects = [...new Set(names.map((name) => name.split(' ')[0]))]
  const files = projects.map((project) =>
    fs
      .readdirSync(`${root}/tests/${project}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts')),
  )
  const lastLine = reason.trim().split('\n').at(-1)
  for (const [at, project] of projects.entries())
    console.log(`SKIPPED suite ${project} (${files[at]?.join(', ')}): ${lastLine}`)
  const count = files.flat().length
  return isCi ? { passed: 0, failed: count, skipped: 0 } : { passed: 0, failed: 0, skipped: count }
}

export const summary = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

const ending = ({ code, report }: Outcome): string =>
  code === null ? ' (killed, or not started)' : report === undefined ? ` (ended with ${code}, no report)` : ''
