import { afterEach, expect, test, vi } from 'vitest'
import {
  keepResult,
  keptResult,
  readResults,
  renewResult,
  writeResult,
} from '../../../web/download/kept-result.ts'
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

test('reads an invalid value as an empty list', () => {
  const store = emptyStore()
  for (const value of ['{', 'null', '{}', '[1]', '[{"id":"a","url":"b","at":1}]']) {
    store.kept.set('results', value)
    expect(readResults(store, 1)).toEqual([])
  }
})

test('drops a result of the future', () => {
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

test('drops only a result with a wrong field', () => {
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

/** Stubs the history and the sessionStorage of a tab. Returns the states of the history, newest last. */
function openTab(store: Pick<Storage, 'getItem' | 'setItem'>): object[] {
  const states: object[] = [{}]
  vi.stubGlobal('sessionStorage', store)
  vi.stubGlobal('history', {
    get state() {
      return states.at(-1)
    },
    replaceState: (state: object) => void (states[states.length - 1] = state),
  })
  return states
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('returns the result of the history entry', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const states = openTab(emptyStore())
  expect(keptResult()).toBeNull()
  keepResult('https://a.example/1', info)
  vi.advanceTimersByTime(1)
  states.push({})
  keepResult('https://a.example/2', { ...info, part: { index: 3, total: 5 } }, 'vimeo')
  expect(keptResult()).toMatchObject({ url: 'https://a.example/2', ruleOf: 'vimeo' })
  states.pop()
  expect(keptResult()).toMatchObject({ url: 'https://a.example/1' })
})

test('keeps two items of a list apart', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const store = emptyStore()
  openTab(store)
  for (const index of [1, 2]) keepResult('https://a.example/', { ...info, part: { index, total: 2 } })
  expect(readResults(store, Date.now()).map((one) => one.info.part?.index)).toEqual([2, 1])
})

test('exchanges the info of the shown result only', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const states = openTab(emptyStore())
  renewResult(info)
  expect(keptResult()).toBeNull()
  keepResult('https://a.example/1', info, 'vimeo')
  vi.advanceTimersByTime(1)
  states.push({})
  keepResult('https://a.example/2', info)
  states.pop()
  renewResult({ ...info, with_subtitles: 'en' })
  expect(keptResult()).toMatchObject({
    url: 'https://a.example/1',
    ruleOf: 'vimeo',
    info: { with_subtitles: 'en' },
  })
  expect(readResults(sessionStorage, Date.now())).toHaveLength(2)
})

test('throws nothing if storage is blocked', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const states = openTab({ getItem: refuse, setItem: refuse })
  keepResult('https://a.example/', info)
  expect(warn).toHaveBeenCalledTimes(1)
  expect(states).toEqual([{}])
  expect(keptResult()).toBeNull()
})
