import fs from 'node:fs'
import { root, run, step } from '../lib/step.ts'

type Counts = { passed: number; failed: number; skipped: number }
type TestResult = { fullName: string; status: string; failureMessages: string[] }
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { assertionResults: TestResult[] }[]
}
interface SuiteOptions {
  prefix: string[]
  extra: Record<string, string>
  seconds: number
  /** runs a failed test once more; see `unstableTests` */
  hasSecondTry?: boolean
}

export function runSuite(
  name: string,
  { prefix, extra, seconds, hasSecondTry = false }: SuiteOptions,
): Promise<Counts> {
  const [project = '', shard] = name.split(' ')
  const file = `${root}/.cache/${name.replace(/\W/g, '-')}.json`
  fs.rmSync(file, { force: true })
  const [program, ...args] = [
    ...prefix,
    `${root}/node_modules/.bin/vitest`,
    'run',
    '--project',
    project,
    ...(shard ? [`--shard=${shard}`] : []),
    ...(hasSecondTry ? ['--retry=1'] : []),
    // With `--silent=passed-only`, Vitest prints the console output of failed tests only.
    '--silent=passed-only',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  return step(`suite ${name}`, async (say) => {
    const { code } = await run(program, args, { extra, show: true, seconds })
    const report = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : undefined
    const counts = countsOf(code, report)
    for (const unstable of unstableTests(report))
      console.log(
        `UNSTABLE: "${unstable.name}" passed only at its second try. The first try: ${unstable.error}`,
      )
    say(`${summary(counts)}${ending(code, report)}`)
    return counts
  })
}

export function countsOf(code: number | null, report: Report | undefined): Counts {
  const passed = report?.numPassedTests ?? 0
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const failed = report?.numFailedTests ?? 0
  const hasEndedWell = code === 0 && report !== undefined && passed + failed > 0
  return { passed, failed: hasEndedWell ? failed : Math.max(1, failed), skipped }
}

export function unstableTests(report: Report | undefined): { name: string; error: string }[] {
  const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults)
  return tests
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => ({
      name: fullName,
      error: failureMessages[0]?.split('\n')[0] ?? '',
    }))
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

const ending = (code: number | null, report: Report | undefined): string =>
  code === null ? ' (killed, or not started)' : report === undefined ? ` (ended with ${code}, no report)` : ''
