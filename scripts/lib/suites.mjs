import fs from 'node:fs'
import { root, run, step } from './step.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} TestResult */
/**
 * The fields of Vitest's JSON report that this module reads.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ assertionResults: TestResult[] }[]} testResults
 */
/**
 * @typedef {object} SuiteOptions
 * @property {string[]} prefix a command that takes the command of the suite as its arguments; empty for none
 * @property {Record<string, string>} extra additional environment variables
 * @property {number} seconds the deadline
 * @property {boolean} [hasSecondTry] runs a failed test once more; see `unstableTests`
 */

/**
 * Runs one suite and returns the counts of its tests.
 * @param {string} name name of a Vitest project, or of one shard of it: "e2e 1/4"
 * @param {SuiteOptions} options
 * @returns {Promise<Counts>}
 */
export function runSuite(name, { prefix, extra, seconds, hasSecondTry = false }) {
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
    const report = fs.existsSync(file)
      ? /** @type {Report} */ (JSON.parse(fs.readFileSync(file, 'utf8')))
      : undefined
    const counts = countsOf(code, report)
    for (const unstable of unstableTests(report))
      console.log(
        `UNSTABLE: "${unstable.name}" passed only at its second try. The first try: ${unstable.error}`,
      )
    say(`${summary(counts)}${ending(code, report)}`)
    return counts
  })
}

/**
 * Counts the tests of a suite that has ended. If the suite was killed, did not start, ran no test, or failed
 * outside a test, `failed` is at least 1.
 * @param {number | null} code exit code; null for a suite that was killed or could not start
 * @param {Report | undefined} report undefined when the suite wrote no report
 * @returns {Counts}
 */
export function countsOf(code, report) {
  const passed = report?.numPassedTests ?? 0
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const failed = report?.numFailedTests ?? 0
  const hasEndedWell = code === 0 && report !== undefined && passed + failed > 0
  return { passed, failed: hasEndedWell ? failed : Math.max(1, failed), skipped }
}

/**
 * Returns the tests that failed at first and passed when Vitest repeated them. In such a case the test or
 * the product has a defect.
 * @param {Report | undefined} report
 * @returns {{ name: string, error: string }[]} full name of the test and the first line of its first error
 */
export function unstableTests(report) {
  const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults)
  return tests
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => ({
      name: fullName,
      error: failureMessages[0]?.split('\n')[0] ?? '',
    }))
}

/**
 * Prints the suites that this system cannot run, with the reason. Outside CI, the tests of these suites count
 * as skipped. In CI, they count as failed, because nobody reads the output of a successful job.
 * @param {string[]} names
 * @param {string} reason output of the check that failed: why the suites cannot run
 * @param {boolean} isCi whether this runs in CI
 * @returns {Counts} the counts, in which each test file counts as one test
 */
export function skipSuites(names, reason, isCi) {
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

/** @param {Counts} counts */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** @type {(code: number | null, report: Report | undefined) => string} */
const ending = (code, report) =>
  code === null ? ' (killed, or not started)' : report === undefined ? ` (ended with ${code}, no report)` : ''
