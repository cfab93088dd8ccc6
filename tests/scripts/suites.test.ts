import { describe, expect, test, vi } from 'vitest'
import { root, run } from '../../scripts/lib/step.ts'
import {
  countsOf,
  failedFiles,
  failures,
  skipSuites,
  slowest,
  withSecondTry,
} from '../../scripts/run/suites.ts'

const testOf = (fullName: string, status: string, failureMessages: string[] = []) => ({
  fullName,
  status,
  failureMessages,
})
const fileOf = (name: string, assertionResults: ReturnType<typeof testOf>[], message = '') => ({
  name: `${root}/tests/${name}`,
  status: message || assertionResults.some((each) => each.status === 'failed') ? 'failed' : 'passed',
  message,
  assertionResults,
})
const good = fileOf('good.test.ts', [testOf('one', 'passed'), testOf('two', 'skipped')])
const bad = fileOf('bad.test.ts', [
  testOf('three', 'passed'),
  testOf('four', 'failed', ['expected 1 to be 2\n    at file.ts']),
])
const broken = fileOf('broken.test.ts', [], 'no such module\n    at file.ts')
const mended = fileOf('bad.test.ts', [testOf('three', 'passed'), testOf('four', 'passed')])
const report = (...testResults: (typeof good)[]) => ({ testResults })

describe('the results of a suite are counted', () => {
  test('counts the tests of a report', () => {
    expect(countsOf({ code: 0, report: report(good) })).toEqual({ passed: 1, failed: 0, skipped: 1 })
    expect(countsOf({ code: 1, report: report(good, bad) })).toEqual({ passed: 2, failed: 1, skipped: 1 })
  })

  test.each([
    ['was killed after it wrote a report without failures', null, report(good)],
    ['was killed before it wrote a report', null, undefined],
    ['failed outside its tests', 1, report(good)],
    ['ran no test', 0, report()],
    ['wrote no report', 0, undefined],
  ])('counts one failed test for a suite that %s', (_reason, code, given) => {
    expect(countsOf({ code, report: given }).failed).toBe(1)
  })

  test('names the slowest twenty', () => {
    const times = Array.from({ length: 30 }, (_, at) => ({
      ...testOf(`${at}`, 'passed'),
      duration: at * 100,
    }))
    const lines = slowest([undefined, report(good, fileOf('slow.test.ts', times))])
    expect(lines).toHaveLength(20)
    expect([lines[0], lines.at(-1)]).toEqual([
      '2.9 s  tests/slow.test.ts: 29',
      '1.0 s  tests/slow.test.ts: 10',
    ])
  })

  test('names what failed, with the first line of its error', () => {
    expect(failures(report(good, bad, broken))).toEqual([
      '"tests/bad.test.ts: four": expected 1 to be 2',
      '"tests/broken.test.ts": no such module',
    ])
    expect(failures(undefined)).toEqual([])
  })
})

describe('failed files are tried a second time', () => {
  const first = { code: 1, report: report(good, bad) }

  test('lists them', () => {
    expect(failedFiles(report(good, bad, broken))).toEqual([bad.name, broken.name])
    expect(failedFiles(undefined)).toEqual([])
  })

  test('passes if they pass now', () => {
    const both = withSecondTry(first, { code: 0, report: report(mended) })
    expect(countsOf(both)).toEqual({ passed: 3, failed: 0, skipped: 1 })
  })

  test('counts each test once if the whole suite ran again', () => {
    const both = withSecondTry({ code: 1, report: report(good) }, { code: 0, report: report(good, mended) })
    expect(countsOf(both)).toEqual({ passed: 3, failed: 0, skipped: 1 })
  })

  test.each([
    ['a test fails again', 1, report(bad)],
    ['it is killed', null, undefined],
    ['it fails outside its tests', 1, report(mended)],
  ])('fails if %s', (_case, code, again) => {
    expect(countsOf(withSecondTry(first, { code, report: again })).failed).toBe(1)
  })
})

describe('a program is given a time', () => {
  test('kills a program at its deadline', async () => {
    const { code } = await run('sh', ['-c', 'sleep 600 & sleep 600'], { seconds: 0.2 })
    expect(code).toBeNull()
  })
})

describe('a suite that cannot run fails only in CI', () => {
  test('skips a suite outside CI and says why', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const counts = skipSuites(['e2e 1/4', 'e2e 2/4'], 'first\nno namespaces', false)
    expect(log.mock.calls.flat().join('\n')).toMatch(/^SKIPPED suite e2e \(.*\.test\.ts\): no namespaces$/)
    expect(counts).toMatchObject({ passed: 0, failed: 0 })
    expect(counts.skipped).toBeGreaterThan(5)
    log.mockRestore()
  })

  test('counts a skipped suite as failed in CI', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const counts = skipSuites(['merger'], 'no namespaces', true)
    expect(counts.failed).toBeGreaterThan(5)
    expect(counts.skipped).toBe(0)
    log.mockRestore()
  })
})
