import { expect, test } from 'vitest'
import { keepRecent, readRecent, remember } from '../../../web/recent/recent.ts'

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

test('nothing is remembered by a visitor who has not asked for it', () => {
  const store = emptyStore()
  remember(store, film(1))
  expect(readRecent(store)).toBeNull()
  expect(store.kept.size).toBe(0)
})

test('the list keeps the last ten, newest first, and the same thing once', () => {
  const store = emptyStore()
  keepRecent(store, true)
  for (let at = 1; at <= 12; at++) remember(store, film(at))
  remember(store, film(5))
  expect(readRecent(store)?.map((one) => one.at)).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3])
})

test('switching the list off forgets it', () => {
  const store = emptyStore()
  keepRecent(store, true)
  remember(store, film(1))
  keepRecent(store, false)
  expect(store.kept.size).toBe(0)
})

test('a list that somebody else has written does no harm', () => {
  const store = emptyStore()
  store.setItem('recentDownloads', '{')
  expect(readRecent(store)).toEqual([])
  store.setItem(
    'recentDownloads',
    JSON.stringify([{ ...film(1), source: 'javascript:alert(1)' }, film(2), null]),
  )
  expect(readRecent(store)?.map((one) => one.at)).toEqual([2])
})
