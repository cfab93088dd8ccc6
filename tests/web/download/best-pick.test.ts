import { expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { picksOf } from '../../../web/download/choice/best-pick.ts'
import { requestOf, requestedByPage } from '../../../web/download/choice/requested-format.ts'
import { choiceIn } from '../../../web/download/choice/last-choice.ts'
import { format } from './format.ts'

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

test('suggests a format, then M4A or MP3', () => {
  expect(keys(null)).toEqual(['1080mp4', 'm4a'])
})

test('takes the next smaller video, or the smallest', () => {
  expect(keys({ kind: 'video', height: 2_160, ext: 'mp4' })?.[0]).toBe('2160mp4')
  expect(keys({ kind: 'video', height: 1_440, ext: 'mp4' })?.[0]).toBe('1080mp4')
  expect(keys({ kind: 'video', height: 720, ext: 'webm' })?.[0]).toBe('720webm')
  expect(keys({ kind: 'video', height: 360, ext: 'mp4' })?.[0]).toBe('720mp4')
})

test('puts requested audio first', () => {
  expect(keys({ kind: 'sound', ext: 'mp3', kbps: 192 })).toEqual(['mp3-192', '1080mp4'])
  expect(keys({ kind: 'sound', ext: 'webm', kbps: null })).toEqual(['opus', '1080mp4'])
  expect(keys({ kind: 'sound', ext: 'ogg', kbps: null })?.[0]).toBe('m4a')
})

test('suggests a format without the requested kind', () => {
  const onlySound = [sound('m4a', { suggested: true }), mp3(192)]
  expect(keys({ kind: 'video', height: 720, ext: 'mp4' }, onlySound)).toEqual(['m4a', undefined])
  const silent = [video(1_080, { has_audio: false, suggested: true })]
  expect(keys({ kind: 'sound', ext: null, kbps: null }, silent)).toEqual(['1080mp4', undefined])
  expect(keys(null, [])).toBeNull()
})

test("takes the format that the page's title promises", () => {
  expect(requestedByPage('/youtube-to-mp3')).toEqual({ kind: 'sound', ext: 'mp3', kbps: 192 })
  expect(requestedByPage('/youtube-music-download')).toEqual({ kind: 'sound', ext: null, kbps: null })
  expect(requestedByPage('/youtube-4k-download')).toEqual({ kind: 'video', height: 2_160, ext: 'mp4' })
  expect(requestedByPage('/youtube-1080p-download')).toEqual({ kind: 'video', height: 1_080, ext: 'mp4' })
  expect(requestedByPage('/bilibili-4k-download')).toEqual({ kind: 'video', height: 2_160, ext: 'mp4' })
  expect(requestedByPage('/twitter-4k-download')).toEqual({ kind: 'video', height: 1_080, ext: 'mp4' })
  expect(requestedByPage('/youtube-hd-download')).toEqual({ kind: 'video', height: 720, ext: 'mp4' })
  expect(requestedByPage('/youtube-downloader')).toBeNull()
  expect(requestedByPage('/youtube-to-mp4')).toBeNull()
  expect(requestedByPage('/')).toBeNull()
})

test('reads the stored choice', () => {
  expect(choiceIn(null)).toBeNull()
  for (const one of [video(720), mp3(192), sound('m4a')])
    expect(choiceIn(JSON.stringify(requestOf(one)))).toEqual(requestOf(one))
  for (const value of ['', '{', 'null', '[]', '{"kind":"video","height":"tall","ext":"mp4"}', '{"kind":"x"}'])
    expect(choiceIn(value)).toBeNull()
})

test('prefers the requested extension', () => {
  const same = [video(720), video(720, { ext: 'webm', suggested: true })]
  const best = (ext: string | null) => keys({ kind: 'video', height: 720, ext }, same)?.[0]
  expect([best('mp4'), best('webm'), best(null), best('mkv')]).toEqual([
    '720mp4',
    '720webm',
    '720webm',
    '720mp4',
  ])
})

test('chooses silent video only without another', () => {
  const silent = [video(1_080, { has_audio: false }), video(720, { has_audio: false, suggested: true })]
  expect(keys({ kind: 'video', height: 1_080, ext: null }, silent)?.[0]).toBe('1080mp4')
  expect(keys({ kind: 'video', height: 1_080, ext: null }, [...silent, video(360)])?.[0]).toBe('360mp4')
  const unknown = [format('a', {}), format('b', { resolution: '0p', suggested: true }), sound('m4a')]
  expect(keys({ kind: 'video', height: 720, ext: null }, unknown)?.[0]).toBe('b')
  expect(keys(null, [video(720), video(360), sound('m4a', { suggested: true })])).toEqual(['m4a', '720mp4'])
})

test('selects an MP3 by rate, other audio by extension', () => {
  const sounds = [mp3(320), sound('opus', { ext: 'webm' }), sound('own-mp3', { ext: 'mp3', abr: 320 })]
  const best = (ext: string | null, kbps: number | null) => keys({ kind: 'sound', ext, kbps }, sounds)?.[0]
  expect(best('mp3', 320)).toBe('mp3-320')
  expect(best('mp3', null)).toBe('own-mp3')
  expect(best('mp3', 128)).toBe('own-mp3')
  expect(best(null, null)).toBe('own-mp3')
  expect(keys({ kind: 'sound', ext: null, kbps: null }, [mp3(320), sounds[1]!])?.[0]).toBe('mp3-320')
})

test('has a rate only for a converted MP3', () => {
  expect(requestOf(video(720))).toEqual({ kind: 'video', height: 720, ext: 'mp4' })
  expect(requestOf(format('a', { resolution: '720' }))).toMatchObject({ height: 720 })
  expect(requestOf(format('a', { resolution: null }))).toMatchObject({ height: null })
  expect(requestOf(mp3(192))).toEqual({ kind: 'sound', ext: 'mp3', kbps: 192 })
  for (const fields of [
    { ext: 'mp3', abr: 192 },
    { ext: 'm4a', abr: 192, converted: true },
    { ext: 'mp3', converted: true },
  ])
    expect(requestOf(sound('a', fields))).toEqual({ kind: 'sound', ext: fields.ext, kbps: null })
})

test('ignores an invalid stored choice', () => {
  const read = (value: unknown) => choiceIn(JSON.stringify(value))
  const valid = [
    { kind: 'video', height: null, ext: null },
    { kind: 'sound', kbps: 192, ext: 'mp3' },
  ]
  for (const value of valid) expect(read(value)).toEqual(value)
  for (const value of [
    { kind: 'video', height: 720, ext: 1 },
    { kind: 'video', ext: null },
    { kind: 'sound', kbps: '192', ext: 'mp3' },
    { kind: 'sound', ext: 'mp3', height: 720 },
    { kind: 'picture', height: null, kbps: null, ext: null },
  ])
    expect(read(value), JSON.stringify(value)).toBeNull()
})
