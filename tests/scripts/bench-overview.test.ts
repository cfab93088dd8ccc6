import fs from 'node:fs'
import { expect, test } from 'vitest'
import { SHORT_BENCHES } from '../../scripts/lib/bench-overview.mjs'

test('contains every bench', () => {
  const files = fs.readdirSync('scripts/bench').filter((file) => file.endsWith('.mjs'))
  expect(SHORT_BENCHES.map(({ name }) => `${name}.mjs`).toSorted()).toEqual(files.toSorted())
})

const merge = SHORT_BENCHES.find(({ name }) => name === 'merge')!
const row = {
  MB: 50,
  source: '20 MB/s, one connection',
  'ours s': '3.10',
  'usual s': '7.20',
  'tail s': '0.20',
}

test('shows each figure beside a comparable one', () => {
  const other = { ...row, source: 'unthrottled', 'ours s': '1.00' }
  expect(merge.lines([other, { ...row, 'usual tail s': '4.10' }])).toMatchObject([
    { figure: 'merge of 50 MB, s', ours: '3.10', peer: '7.20' },
    { figure: 'file ready after the last byte, s', ours: '0.20', peer: '4.10' },
  ])
})

test('fails without a figure', () => {
  expect(() => merge.lines([])).toThrow('printed no row with')
  expect(() => merge.lines([row])).toThrow('printed no column "usual tail s"')
})
