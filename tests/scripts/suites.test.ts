import { describe, expect, test, vi } from 'vitest'
import { run } from '../../scripts/lib/step.ts'
import { countsOf, skipSuites, unstableTests } from '../../scripts/run/suites.ts'

const report = (numPassedTests: number, numFailedTests: number) => ({
  numPassedTests,
  numFailedTests,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [],
})

describe('the results of a suite are counted', () => {
  test('counts the tests of a report', () => {
    expect(countsOf(0, report(5, 0))).toEqual({ passed: 5, failed: 0, skipped: 2 })
    expect(countsOf(1, report(5, 3))).toEqual({ passed: 5, failed: 3, skipped: 2 })
  })

  test.each([
    ['was killed after it wrote a report without failures', null, report(5, 0)],
    ['was killed before it wrote a report', null, undefined],
    ['failed outside its tests', 1, report(5, 0)],
    ['ran no test', 0, report(0, 0)],
    ['wrote no report', 0, undefined],
  ])('countsOf returns one failed test for a suite that %s', (_reason, code, given) => {
    expect(countsOf(code, given).failed).toBe(1)
  })

  test('lists a test that needed its second try', () => {
    const tests = [
      { fullName: 'stable', status: 'passed', failureMessages: [] },
      { fullName: 'unstable', status: 'passed', failureMessages: ['expected 1 to be 2\n    at file.ts'] },
      { fullName: 'failed', status: 'failed', failureMessages: ['expected 1 to be 2'] },
    ]
    expect(unstableTests({ ...report(2, 1), testResults: [{ assertionResults: tests }] })).toEqual([
      { name: 'unstable', error: 'expected 1 to be 2' },
    ])
    expect(unstableTests(undefined)).toEqual([])
  })

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
