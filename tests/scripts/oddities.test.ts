import { expect, test } from 'vitest'
import { densities, densityOf, type Density, type Folder } from '../../scripts/lib/density.ts'
import { gapsOf, oddityProblems, readRecord } from '../../scripts/lib/oddities.ts'

const source = `
const MAX = 4 * 1_024
const NAME = 'four'
export const least = 3
const form = /a|b/
const made = new RegExp(name)
const chosen = a ? b : c ?? d
const both = a && b || c // d ? e : f
`

test('counts constants, expressions and branches of a file', () => {
  expect(densityOf('a.ts', source)).toMatchObject({ constants: 1, expressions: 2, branches: 4, code: 7 })
})

const none = { constants: 0, expressions: 0, names: 0, branches: 0, code: 1, characters: 1 }
const found = (merger: Partial<Density>): Record<Folder, Density> => ({
  contract: none,
  media: none,
  edge: none,
  web: none,
  merger: { ...none, ...merger },
})
const record = (rows: string) => `
| Folder | constants | expressions | names |
| ------ | --------- | ----------- | ----- |
| merger | 3         | 5           | 1     |

| Oddity | Report | Count in the log | Folder | Adds | Date |
| ------ | ------ | ---------------- | ------ | ---- | ---- |
${rows}
`
const ROW =
  '| a tag in capitals | project #1 | tag_in_capitals | merger | 2 expressions, 1 constants | 2026-11-28 |'

test('refuses a rise without a row', () => {
  expect(oddityProblems(found({ constants: 3, expressions: 5, names: 1 }), record(''))).toEqual([])
  expect(oddityProblems(found({ expressions: 6 }), record(''))).toEqual([
    'merger: 6 expressions, recorded are 5',
  ])
})

test('allows what a row adds', () => {
  expect(oddityProblems(found({ constants: 4, expressions: 7 }), record(ROW))).toEqual([])
  expect(oddityProblems(found({ expressions: 8 }), record(ROW))).toHaveLength(1)
})

test('refuses a row without its report', () => {
  expect(gapsOf(record(ROW.replace('project #1', '')))).toEqual(['a tag in capitals'])
})

test('the record covers the source', () => {
  expect(oddityProblems(densities(), readRecord())).toEqual([])
})
