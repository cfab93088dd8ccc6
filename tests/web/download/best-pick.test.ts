import { expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { picksOf } from '../../../web/download/choice/best-pick.ts'
import { wishFor, wishOfPage } from '../../../web/download/choice/wish.ts'
import { readLastChoice, writeLastChoice } from '../../../web/download/choice/last-choice.ts'

const format = (key: string, fields: Partial<Format>): Format => ({
  key,
  url: `/api/download/start-merge?task_id=${key}`,
  label: key,
  ext: 'mp4',
  is_audio_only: false,
  has_audio: true,
  ...fields,
})
const video = (lines: number, fields: Partial<Format> = {}) =>
  format(`${lines}${fields.ext ?? 'mp4'}`, { resolution: `${lines}p`, ...fields })
const sound = (key: string, fields: Partial<Format> = {}) =>
  format(key, { is_audio_only: true, ext: 'm4a', ...fields })
const mp3 = (kbps: number) => sound(`mp3-${kbps}`, { ext: 'mp3', abr: kbps, converted: true })

const all = [
  video(2_160),
  video(1_080, { suggested: true }),
  video(720),
  video(720, { ext: 'webm' }),
  video(1_440, { has_audio: false }),
  sound('opus', { ext: 'webm' }),
  sound('m4a'),
  mp3(320),
  mp3(192),
]
const keys = (wish: Parameters<typeof picksOf>[1], formats = all) => {
  const picks = picksOf(formats, wish)
  return picks && [picks.best.key, picks.other?.key]
}

test('without a wish the best pick is the suggestion, beside the sound that plays everywhere', () => {
  expect(keys(null)).toEqual(['1080mp4', 'm4a'])
})

test('a wished height gets that height, else the next lower one, else the smallest', () => {
  expect(keys({ kind: 'video', height: 2_160, ext: 'mp4' })?.[0]).toBe('2160mp4')
  expect(keys({ kind: 'video', height: 1_440, ext: 'mp4' })?.[0]).toBe('1080mp4')
  expect(keys({ kind: 'video', height: 720, ext: 'webm' })?.[0]).toBe('720webm')
  expect(keys({ kind: 'video', height: 360, ext: 'mp4' })?.[0]).toBe('720mp4')
})

test('a wished sound gets its bitrate or extension, beside the suggested video', () => {
  expect(keys({ kind: 'sound', ext: 'mp3', kbps: 192 })).toEqual(['mp3-192', '1080mp4'])
  expect(keys({ kind: 'sound', ext: 'webm', kbps: null })).toEqual(['opus', '1080mp4'])
  expect(keys({ kind: 'sound', ext: 'ogg', kbps: null })?.[0]).toBe('m4a')
})

test('a wish that an item cannot fulfil gets the suggestion of the server', () => {
  const onlySound = [sound('m4a', { suggested: true }), mp3(192)]
  expect(keys({ kind: 'video', height: 720, ext: 'mp4' }, onlySound)).toEqual(['m4a', undefined])
  const silent = [video(1_080, { has_audio: false, suggested: true })]
  expect(keys({ kind: 'sound', ext: null, kbps: null }, silent)).toEqual(['1080mp4', undefined])
  expect(keys(null, [])).toBeNull()
})

test('the wish of a page follows its title', () => {
  expect(wishOfPage('/youtube-to-mp3')).toEqual({ kind: 'sound', ext: 'mp3', kbps: 192 })
  expect(wishOfPage('/youtube-music-download')).toEqual({ kind: 'sound', ext: null, kbps: null })
  expect(wishOfPage('/youtube-4k-download')).toEqual({ kind: 'video', height: 2_160, ext: 'mp4' })
  expect(wishOfPage('/youtube-1080p-download')).toEqual({ kind: 'video', height: 1_080, ext: 'mp4' })
  expect(wishOfPage('/youtube-hd-download')).toEqual({ kind: 'video', height: 720, ext: 'mp4' })
  expect(wishOfPage('/youtube-downloader')).toBeNull()
  expect(wishOfPage('/youtube-to-mp4')).toBeNull()
  expect(wishOfPage('/')).toBeNull()
})

test('the last choice is stored as a wish, and an invalid value counts as none', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect(readLastChoice(store)).toBeNull()
  for (const one of [video(720), mp3(192), sound('m4a')]) {
    writeLastChoice(store, one)
    expect(readLastChoice(store)).toEqual(wishFor(one))
  }
  for (const value of [
    '',
    '{',
    'null',
    '[]',
    '{"kind":"video","height":"tall","ext":"mp4"}',
    '{"kind":"x"}',
  ]) {
    kept.set('lastChoice', value)
    expect(readLastChoice(store)).toBeNull()
  }
})
