import { expect, test } from 'vitest'
import { readResults, writeResult } from '../../../web/download/kept-result.ts'
import { emptyInfo as info } from '../../builders.ts'

function emptyStore() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const result = (at: number) => ({ id: String(at), url: 'https://a.example/', info, at })

test('a tab stores its three most recent results, newest first', () => {
  const store = emptyStore()
  for (const at of [1, 2, 3, 4]) writeResult(store, result(at))
  expect(readResults(store, 5).map(({ id }) => id)).toEqual(['4', '3', '2'])
})

test('a stored result is dropped after one hour', () => {
  const store = emptyStore()
  writeResult(store, result(1_000))
  expect(readResults(store, 3_600_999)).toHaveLength(1)
  expect(readResults(store, 3_601_000)).toEqual([])
})

test('an invalid value in the storage counts as an empty list of results', () => {
  const store = emptyStore()
  for (const value of ['{', 'null', '{}', '[1]', '[{"id":"a","url":"b","at":1}]']) {
    store.kept.set('results', value)
    expect(readResults(store, 1)).toEqual([])
  }
})

test("if the device's clock was set back, a stored result whose time is in the future is dropped", () => {
  const store = emptyStore()
  writeResult(store, result(1_000))
  expect(readResults(store, 1_000)).toHaveLength(1)
  expect(readResults(store, 999)).toEqual([])
})

test('a result that is stored again replaces its older version', () => {
  const store = emptyStore()
  writeResult(store, result(1))
  writeResult(store, { ...result(2), id: '1' })
  expect(readResults(store, 3).map(({ at }) => at)).toEqual([2])
})

test('a stored result with a field of the wrong type is dropped, and the others stay', () => {
  const store = emptyStore()
  const valid = result(1)
  store.kept.set(
    'results',
    JSON.stringify([
      { ...valid, id: 1 },
      { ...valid, url: null },
      { ...valid, at: '1' },
      { ...valid, info: null },
      { ...valid, info: {} },
      { ...valid, ruleOf: 1 },
      valid,
    ]),
  )
  expect(readResults(store, 1)).toEqual([valid])
  expect(readResults(emptyStore(), 1)).toEqual([])
})
