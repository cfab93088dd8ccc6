import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas, areasOf } from '../../scripts/lib/mutation/areas.mjs'
import { reasonToIgnore } from '../../scripts/lib/mutation/ignore.mjs'
import { missedLines, percentOf, reportText, scoreOf } from '../../scripts/lib/mutation/report.mjs'

const root = new URL('../..', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files'], { cwd: root }).toString().trim().split('\n')

describe('mutation testing assigns source files to areas', () => {
  test('names sources that exist in every area', () => {
    for (const { name, mutate, tests } of areas) {
      expect(mutate.length, name).toBeGreaterThan(0)
      for (const glob of [...mutate, ...tests])
        expect(
          tracked.some((file) => matchesGlob(file, glob)),
          `${name}: ${glob}`,
        ).toBe(true)
    }
  })

  test('assigns each changed file to its area', () => {
    const chosen = areasOf(['README.md', 'edge/grants/seal.ts', 'web/preview/link.ts', 'edge/worker.ts'])
    expect(chosen.map(({ name, mutate }) => [name, mutate])).toEqual([
      ['edge/grants', ['edge/grants/seal.ts']],
      ['web', ['web/preview/link.ts']],
    ])
    expect(chosen[0]!.tests.length).toBeGreaterThan(0)
  })

  test('leaves out files of types', () => {
    expect(areasOf(['contract/globals.d.ts'])).toEqual([])
  })
})

describe('the report shows the score and the missed mutants', () => {
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

  test('counts failures, timeouts and crashes as noticed', () => {
    const score = scoreOf(report)
    expect(score).toEqual({ noticed: 3, missed: 2, ignored: { 'a log line': 2 } })
    expect(percentOf(score)).toBe(60)
    expect(percentOf({ noticed: 0, missed: 0, ignored: {} })).toBe(null)
  })

  test('lists missed mutants with their code', () => {
    expect(missedLines(report)).toEqual([
      'edge/one.ts:2 EqualityOperator: a < b → a <= b',
      'edge/one.ts:1 EqualityOperator: const x = a → a <= b (no test runs this line)',
    ])
  })

  test('reports areas, ignored and missed mutants', () => {
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

describe('mutation testing leaves some code unchanged', () => {
  const call = (type: string, name: string) => ({ type, callee: { type: 'Identifier', name } })
  const property = (name: string, parent: string) => ({
    node: { type: 'ObjectProperty', key: { type: 'Identifier', name } },
    parentPath: {
      node: { type: 'ObjectExpression' },
      parentPath: { node: call('NewExpression', parent) },
    },
  })

  test('ignores log lines and causes', () => {
    expect(reasonToIgnore({ node: call('CallExpression', 'log') })).toContain('log line')
    expect(reasonToIgnore({ node: call('NewExpression', 'TypeError') })).toContain('internal error')
    expect(reasonToIgnore(property('cause', 'Failure'))).toContain('cause of a Failure')
  })

  test('ignores sample links', () => {
    const declarator = (name: string) => ({
      node: { type: 'VariableDeclarator', id: { type: 'Identifier', name } },
    })
    expect(reasonToIgnore(declarator('samples'))).toContain('sample links')
    expect(reasonToIgnore(declarator('counterSamples'))).toContain('sample links')
    expect(reasonToIgnore(declarator('platform'))).toBe(undefined)
  })

  test('ignores log() but not logout()', () => {
    expect(reasonToIgnore({ node: call('CallExpression', 'logout') })).toBe(undefined)
    expect(reasonToIgnore({ node: call('NewExpression', 'Failure') })).toBe(undefined)
    expect(reasonToIgnore(property('formatKey', 'Failure'))).toBe(undefined)
    expect(reasonToIgnore(property('cause', 'Response'))).toBe(undefined)
  })
})
