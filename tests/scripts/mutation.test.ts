import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas, areasOf } from '../../scripts/lib/mutation/areas.mjs'
import { reasonToIgnore } from '../../scripts/lib/mutation/ignore.mjs'
import { missedLines, percentOf, reportText, scoreOf } from '../../scripts/lib/mutation/report.mjs'

const root = new URL('../..', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files'], { cwd: root }).toString().trim().split('\n')

describe('mutation testing assigns source files to areas', () => {
  test('every area for mutation testing names at least one source, and each of its globs matches a file', () => {
    for (const { name, mutate, tests } of areas) {
      expect(mutate.length, name).toBeGreaterThan(0)
      for (const glob of [...mutate, ...tests])
        expect(
          tracked.some((file) => matchesGlob(file, glob)),
          `${name}: ${glob}`,
        ).toBe(true)
    }
  })

  test('areasOf assigns each changed file to its area for mutation testing, and ignores files outside all areas', () => {
    const chosen = areasOf(['README.md', 'edge/grants/seal.ts', 'web/preview/link.ts', 'edge/worker.ts'])
    expect(chosen.map(({ name, mutate }) => [name, mutate])).toEqual([
      ['edge/grants', ['edge/grants/seal.ts']],
      ['web', ['web/preview/link.ts']],
    ])
    expect(chosen[0]!.tests.length).toBeGreaterThan(0)
  })

  test('a file that contains only types is in no area for mutation testing', () => {
    expect(areasOf(['contract/globals.d.ts'])).toEqual([])
  })
})

describe('the report of a mutation run shows the score and the missed mutants', () => {
  const location = { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } }
  const mutant = (status: string, more: object = {}) => ({
    mutatorName: 'EqualityOperator',
    replacement: 'a <= b',
    status,
    location,
    ...more,
  })
  const report = {
    files: {
      'edge/one.ts': {
        source: 'const x =\n  a(a < b)\n',
        mutants: [
          mutant('Killed'),
          mutant('Timeout'),
          mutant('RuntimeError'),
          mutant('Survived'),
          mutant('NoCoverage', { location: { start: { line: 1, column: 1 }, end: { line: 2, column: 4 } } }),
          mutant('Ignored', { statusReason: 'a log line' }),
          mutant('Ignored', { statusReason: 'a log line' }),
        ],
      },
    },
  }

  test('a mutant counts as noticed if it causes a test failure, a timeout or a crash of the program', () => {
    const score = scoreOf(report)
    expect(score).toEqual({ noticed: 3, missed: 2, ignored: { 'a log line': 2 } })
    expect(percentOf(score)).toBe(60)
    expect(percentOf({ noticed: 0, missed: 0, ignored: {} })).toBe(null)
  })

  test('missedLines lists each missed mutant with its position, its kind, and the code before and after', () => {
    expect(missedLines(report)).toEqual([
      'edge/one.ts:2 EqualityOperator: a < b → a <= b',
      'edge/one.ts:1 EqualityOperator: const x = a → a <= b (no test runs this line)',
    ])
  })

  test('the mutation report has a row for each area, the reasons of ignored mutants, and the missed mutants', () => {
    const empty = { name: 'edge/two', report: { files: {} }, seconds: 1 }
    const text = reportText([{ name: 'edge/one', report, seconds: 61.4 }, empty], '2026-11-22')
    expect(text).toContain('# Mutation run, 2026-11-22')
    expect(text).toContain('| edge/one | 3 | 2 | 2 | 60.0 % | 61 s |')
    expect(text).toContain('| edge/two | 0 | 0 | 0 | – | 1 s |')
    expect(text).toContain('- 2: a log line')
    expect(text).toContain('## Missed in edge/one')
    expect(text).not.toContain('## Missed in edge/two')
  })
})

describe('mutation testing does not change the code of log lines, internal errors, failure causes or sample links', () => {
  const call = (type: string, name: string) => ({ type, callee: { type: 'Identifier', name } })
  const property = (name: string, parent: string) => ({
    node: { type: 'ObjectProperty', key: { type: 'Identifier', name } },
    parentPath: {
      node: { type: 'ObjectExpression' },
      parentPath: { node: call('NewExpression', parent) },
    },
  })

  test('reasonToIgnore returns a reason to exclude log lines, internal errors and failure causes from mutation testing', () => {
    expect(reasonToIgnore({ node: call('CallExpression', 'log') })).toContain('log line')
    expect(reasonToIgnore({ node: call('NewExpression', 'TypeError') })).toContain('internal error')
    expect(reasonToIgnore(property('cause', 'Failure'))).toContain('cause of a Failure')
  })

  test('reasonToIgnore returns a reason to exclude the sample links in the platform definitions from mutation testing', () => {
    const declarator = (name: string) => ({
      node: { type: 'VariableDeclarator', id: { type: 'Identifier', name } },
    })
    expect(reasonToIgnore(declarator('samples'))).toContain('sample links')
    expect(reasonToIgnore(declarator('counterSamples'))).toContain('sample links')
    expect(reasonToIgnore(declarator('platform'))).toBe(undefined)
  })

  test('mutation testing ignores calls of `log()`, but not similar code, such as calls of `logout()`', () => {
    expect(reasonToIgnore({ node: call('CallExpression', 'logout') })).toBe(undefined)
    expect(reasonToIgnore({ node: call('NewExpression', 'Failure') })).toBe(undefined)
    expect(reasonToIgnore(property('formatKey', 'Failure'))).toBe(undefined)
    expect(reasonToIgnore(property('cause', 'Response'))).toBe(undefined)
  })
})
