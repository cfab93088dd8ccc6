import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choiceIn, LAST_CHOICE, rememberChoice } from '../../../web/download/choice/last-choice.ts'
import { store, stored } from '../../../web/parts/stored.ts'
import type { Format } from '#contract/api.ts'

const format: Format = {
  url: 'u',
  label: '720p',
  ext: 'mp4',
  resolution: '720p',
  is_audio_only: false,
  has_audio: true,
  tbr: 1,
  key: 'k',
}
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('stays until it is deleted', () => {
  rememberChoice(format)
  expect(choiceIn(stored(LAST_CHOICE))).toMatchObject({ kind: 'video', height: 720 })
  expect(store(LAST_CHOICE, null)).toBe(true)
  expect(kept.has(LAST_CHOICE)).toBe(false)
})

test('throws nothing if storage is blocked', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  rememberChoice(format)
  expect(warn).toHaveBeenCalledTimes(1)
  expect([stored(LAST_CHOICE), store(LAST_CHOICE, null)]).toEqual([null, false])
})
