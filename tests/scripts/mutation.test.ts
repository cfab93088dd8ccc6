import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas, areasOf } from '../../scripts/measure/mutation/areas.ts'
import { reasonToIgnore } from '../../scripts/measure/mutation/ignore.ts'

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
