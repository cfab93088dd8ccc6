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

test('a stored result is dropped after an hour, because its tickets have expired', () => {
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

test("a stored result is dropped if its time is in the future, because the device's clock was set back", () => {
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
