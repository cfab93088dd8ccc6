import { expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { picksOf } from '../../../web/download/choice/best-pick.ts'
import { requestOf, requestedByPage } from '../../../web/download/choice/requested-format.ts'
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
const keys = (requested: Parameters<typeof picksOf>[1], formats = all) => {
  const picks = picksOf(formats, requested)
  return picks && [picks.best.key, picks.other?.key]
}

test("without a requested format the best pick is the server's suggestion, beside M4A or MP3 audio", () => {
  expect(keys(null)).toEqual(['1080mp4', 'm4a'])
})

test('picksOf chooses the requested height, without it the next lower height, and without a lower height the smallest video', () => {
  expect(keys({ kind: 'video', height: 2_160, ext: 'mp4' })?.[0]).toBe('2160mp4')
  expect(keys({ kind: 'video', height: 1_440, ext: 'mp4' })?.[0]).toBe('1080mp4')
  expect(keys({ kind: 'video', height: 720, ext: 'webm' })?.[0]).toBe('720webm')
  expect(keys({ kind: 'video', height: 360, ext: 'mp4' })?.[0]).toBe('720mp4')
})

test('picksOf chooses audio of the requested bitrate or extension, beside the suggested video', () => {
  expect(keys({ kind: 'sound', ext: 'mp3', kbps: 192 })).toEqual(['mp3-192', '1080mp4'])
  expect(keys({ kind: 'sound', ext: 'webm', kbps: null })).toEqual(['opus', '1080mp4'])
  expect(keys({ kind: 'sound', ext: 'ogg', kbps: null })?.[0]).toBe('m4a')
})

test("picksOf returns the server's suggestion if the item does not have the requested kind of format", () => {
  const onlySound = [sound('m4a', { suggested: true }), mp3(192)]
  expect(keys({ kind: 'video', height: 720, ext: 'mp4' }, onlySound)).toEqual(['m4a', undefined])
  const silent = [video(1_080, { has_audio: false, suggested: true })]
  expect(keys({ kind: 'sound', ext: null, kbps: null }, silent)).toEqual(['1080mp4', undefined])
  expect(keys(null, [])).toBeNull()
})

test('the requested format of a platform page follows from the title of the page', () => {
  expect(requestedByPage('/youtube-to-mp3')).toEqual({ kind: 'sound', ext: 'mp3', kbps: 192 })
  expect(requestedByPage('/youtube-music-download')).toEqual({ kind: 'sound', ext: null, kbps: null })
  expect(requestedByPage('/youtube-4k-download')).toEqual({ kind: 'video', height: 2_160, ext: 'mp4' })
  expect(requestedByPage('/youtube-1080p-download')).toEqual({ kind: 'video', height: 1_080, ext: 'mp4' })
  expect(requestedByPage('/youtube-hd-download')).toEqual({ kind: 'video', height: 720, ext: 'mp4' })
  expect(requestedByPage('/youtube-downloader')).toBeNull()
  expect(requestedByPage('/youtube-to-mp4')).toBeNull()
  expect(requestedByPage('/')).toBeNull()
})

test("the visitor's latest choice is stored as a requested format, and an invalid stored value is ignored", () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect(readLastChoice(store)).toBeNull()
  for (const one of [video(720), mp3(192), sound('m4a')]) {
    writeLastChoice(store, one)
    expect(readLastChoice(store)).toEqual(requestOf(one))
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
