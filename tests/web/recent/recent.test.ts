import { expect, test } from 'vitest'
import { readRecent, remember, setRecentOn } from '../../../web/recent/recent.ts'

function emptyStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    kept,
  }
}
const film = (at: number, kind = 'MP4 1080p') => ({
  title: `Film ${at}`,
  kind,
  source: `https://v.example/${at}`,
  at,
})

test('stores nothing before it is switched on', () => {
  const store = emptyStore()
  remember(store, film(1))
  expect(readRecent(store)).toBeNull()
  expect(store.kept.size).toBe(0)
})

test('keeps the ten newest without duplicates', () => {
  const store = emptyStore()
  setRecentOn(store, true)
  for (let at = 1; at <= 12; at++) remember(store, film(at))
  remember(store, film(5))
  expect(readRecent(store)?.map((one) => one.at)).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3])
})

test('tells two items of a source apart', () => {
  const store = emptyStore()
  setRecentOn(store, true)
  const one = { ...film(1), item: 1 }
  const two = { ...film(1), item: 2 }
  for (const entry of [one, two, film(1), one]) remember(store, entry)
  expect(readRecent(store)).toEqual([one, film(1), two])
})

test('deletes its entries when switched off', () => {
  const store = emptyStore()
  setRecentOn(store, true)
  remember(store, film(1))
  setRecentOn(store, false)
  expect(store.kept.size).toBe(0)
})

test('leaves out invalid entries', () => {
  const store = emptyStore()
  store.setItem('recentDownloads', '{')
  expect(readRecent(store)).toEqual([])
  store.setItem(
    'recentDownloads',
    JSON.stringify([{ ...film(1), source: 'javascript:alert(1)' }, { ...film(3), item: '1' }, film(2), null]),
  )
  expect(readRecent(store)?.map((one) => one.at)).toEqual([2])
})
