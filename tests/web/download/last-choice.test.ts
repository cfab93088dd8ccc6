import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  forgetChoice,
  LAST_CHOICE,
  readLastChoice,
  rememberChoice,
} from '../../../web/download/choice/last-choice.ts'
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
  expect(readLastChoice(localStorage)).toMatchObject({ kind: 'video', height: 720 })
  forgetChoice()
  expect(readLastChoice(localStorage)).toBeNull()
  expect(kept.has(LAST_CHOICE)).toBe(false)
})

test('throws nothing if storage is blocked', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  rememberChoice(format)
  expect(warn).toHaveBeenCalledTimes(1)
})
