import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { rendition } from '../../builders.ts'
import { fetchFailure, fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { beepsOf, decodeErrors, marksOf } from './lib/flashes.ts'
import { media, mediaFolder, probe } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine
let renditions: Rendition[] = []

beforeAll(async () => {
  origin = await startOrigin(9241)
  engine = await startEngine(9242, () => ({ duration: 600, renditions }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})
beforeEach(() => void origin.requests.splice(0))

const KEY_SECONDS = 3
const FRAME = 0.04

const both = (name: string, more: Partial<Rendition> = {}) =>
  rendition({ id: 'both', url: origin.url(name), fps: 25, height: 90, ...more })
const video = (name: string, more: Partial<Rendition> = {}) =>
  rendition({ id: 'v', kind: 'video', url: origin.url(name), fps: 25, height: 90, vcodec: 'avc1', ...more })
const audio = (name: string, more: Partial<Rendition> = {}) =>
  rendition({ id: 'a', kind: 'audio', url: origin.url(name), container: 'm4a', acodec: 'mp4a', ...more })

function planOf(
  all: Rendition[],
  container: MergePlan['container'],
  clip: { start: number; end: number },
  kbps?: number,
) {
  renditions = all
  const [picture, sound] = [
    all.find(({ kind }) => kind !== 'audio'),
    all.find(({ kind }) => kind === 'audio'),
  ]
  const refs = { video: picture ? ref(picture) : null, audio: sound ? ref(sound) : null }
  return order({ ...refs, container, clip, ...(kbps && { kbps }) })
}

/** Bytes of all files that the requests asked for, at most. */
function requestedBytes(): number {
  return origin.requests.reduce((sum, line) => {
    const [url = '', range = ''] = line.split(' ')
    const file = path.join(mediaFolder, url.split('/').slice(2).join('/'))
    const { size } = statSync(file)
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
    const last = to ? Math.min(Number(to), size - 1) : size - 1
    return sum + (from === undefined ? size : last - Number(from) + 1)
  }, 0)
}

function sizeOf(name: string): number {
  const file = media(name)
  if (!/\.(m3u8|mpd)$/.test(name)) return statSync(file).size
  const stem = path.basename(name, path.extname(name))
  const isPart = (one: string) => one.endsWith('.m4s') || (one.startsWith(stem) && one.endsWith('.ts'))
  const folder = path.dirname(file)
  return readdirSync(folder)
    .filter(isPart)
    .reduce((sum, one) => sum + statSync(path.join(folder, one)).size, 0)
}

function picturesIn(file: string): number {
  const args = '-v error -select_streams v:0 -count_frames -show_entries stream=nb_read_frames -of csv=p=0'
  return Number.parseInt(execFileSync('ffprobe', [...args.split(' '), file], { encoding: 'utf8' }), 10)
}

describe.each([
  ['an MP4', () => [both('plain/ten/both.mp4')], 'mp4', ['ten/both.mp4']],
  ['an MP4 with its index last', () => [both('plain/ten/late-index.mp4')], 'mp4', ['ten/late-index.mp4']],
  ['a WebM', () => [both('plain/ten/both.webm', { container: 'webm' })], 'webm', ['ten/both.webm']],
  [
    'fragments of picture and sound',
    () => [video('plain/ten/video.mp4'), audio('plain/ten/audio.mp4')],
    'mp4',
    ['ten/video.mp4', 'ten/audio.mp4'],
  ],
  [
    'an MP4 and its sound in another',
    () => [video('plain/ten/both.mp4'), audio('plain/ten/audio.mp4')],
    'mp4',
    ['ten/both.mp4', 'ten/audio.mp4'],
  ],
  ['an HLS list', () => [both('plain/ten/list.m3u8', { transport: 'hls' })], 'mp4', ['ten/list.m3u8']],
  [
    'HLS lists of picture and sound',
    () => [
      video('plain/ten/picture.m3u8', { transport: 'hls' }),
      audio('plain/ten/sound.m3u8', { transport: 'hls' }),
    ],
    'mp4',
    ['ten/picture.m3u8', 'ten/sound.m3u8'],
  ],
  [
    'a DASH manifest',
    () => [
      video('plain/ten/manifest.mpd', { id: '0', transport: 'dash' }),
      audio('plain/ten/manifest.mpd', { id: '1', transport: 'dash' }),
    ],
    'mp4',
    ['ten/manifest.mpd'],
  ],
  [
    'an HLS list as Matroska',
    () => [both('plain/ten/list.m3u8', { transport: 'hls' })],
    'mkv',
    ['ten/list.m3u8'],
  ],
] as const)('a clip of %s', (_, sources, container, names) => {
  test('begins where it can, in sync, with few bytes', async () => {
    const total = names.reduce((sum, name) => sum + sizeOf(name), 0)
    const { file, last } = await fetchFile(
      engine,
      planOf([...sources()], container, { start: 302.5, end: 312.5 }),
    )
    const begins = last.proof!.begins_at!
    expect(begins).toBeLessThanOrEqual(302.5)
    expect(begins).toBeGreaterThan(302.5 - (container === 'mp4' ? FRAME : KEY_SECONDS))
    expect(Math.abs(last.proof!.duration - (312.5 - begins))).toBeLessThan(2 * FRAME + 0.03)
    const { flashes, beeps } = marksOf(file)
    // Some files begin at the time of their second or third frame.
    const first = Math.ceil(begins - 0.1)
    const expected = Array.from({ length: 313 - first }, (__, n) => first + n - begins)
    expect(flashes.length).toBe(expected.length)
    for (const [n, at] of expected.entries()) {
      expect(Math.abs(flashes[n]! - at)).toBeLessThan(container === 'mp4' ? FRAME + 0.001 : 2 * FRAME)
      expect(Math.abs(flashes[n]! - beeps[n]!)).toBeLessThan(0.04)
    }
    expect(decodeErrors(file)).toBe('')
    if (container === 'mp4') expect(picturesIn(file)).toBe(Math.ceil((312.5 - begins) / FRAME - 0.01))
    const share = requestedBytes() / total
    expect(share).toBeLessThan(0.15)
  })
})

test.each([
  ['M4A', 'ten/audio.mp4', () => audio('plain/ten/audio.mp4'), 'm4a', undefined],
  ['MP3', 'ten/audio.mp4', () => audio('plain/ten/audio.mp4'), 'mp3', 128],
  ['MP3 of a list', 'ten/sound.m3u8', () => audio('plain/ten/sound.m3u8', { transport: 'hls' }), 'mp3', 128],
  [
    'copied MP3',
    'ten/sound.mp3',
    () => audio('plain/ten/sound.mp3', { container: 'mp3', acodec: 'mp3' }),
    'mp3',
    undefined,
  ],
] as const)('sound alone is cut at the wanted time: %s', async (_, name, source, container, kbps) => {
  media('ten/audio.mp4')
  const { file, last } = await fetchFile(
    engine,
    planOf([source()], container, { start: 302.5, end: 312.5 }, kbps),
  )
  expect(last.proof!.begins_at).toBe(302.5)
  expect(requestedBytes() / sizeOf(name)).toBeLessThan(0.15)
  expect(Math.abs(Number(probe(file).format.duration) - 10)).toBeLessThan(0.06)
  const beeps = beepsOf(file)
  expect(beeps.length).toBe(10)
  for (const [n, at] of beeps.entries()) expect(Math.abs(at - (n + 0.5))).toBeLessThan(0.08)
})

test.each([
  ['an HLS list', () => both('plain/ten/list.m3u8', { transport: 'hls' }), 'mp4'],
  ['a Matroska file', () => both('plain/ten/both.mkv', { container: 'mkv' }), 'mkv'],
] as const)('a clip from the start of %s has the first pictures', async (_, source, container) => {
  const { file, last } = await fetchFile(engine, planOf([source()], container, { start: 0, end: 4.5 }))
  const { flashes, beeps } = marksOf(file)
  expect(last.proof!.begins_at).toBeLessThan(0.1)
  expect(flashes).toHaveLength(5)
  for (const [n, at] of beeps.entries()) expect(Math.abs(flashes[n]! - at)).toBeLessThan(0.04)
})

test.each([
  ['sound begins late', 'ten/late-sound.mp4', [0, 1, 2, 3, 4], [2, 3, 4]],
  ['first key frame is hidden', 'ten/hidden-start.mp4', [0.68, 1.68, 2.68, 3.68], [0.7, 1.7, 2.7, 3.7]],
] as const)('takes a clip of a source whose %s', async (_, name, flashes, beeps) => {
  media(name)
  const { file, last } = await fetchFile(
    engine,
    planOf([both(`plain/${name}`)], 'mp4', { start: 0, end: 4.6 }),
  )
  expect(last.proof).toMatchObject({ begins_at: 0, duration: expect.closeTo(4.6, 1) })
  expect(marksOf(file).flashes).toEqual(flashes.map((at) => expect.closeTo(at, 1)))
  expect(marksOf(file).beeps).toEqual(beeps.map((at) => expect.closeTo(at, 1)))
})

test.each([
  ['Matroska, whose index names the texts', 'ten/own-text.mkv', 'mkv'],
  ['WebM, whose index names sound too', 'ten/own-text.webm', 'webm'],
  ['MP4', 'ten/own-text.mp4', 'mp4'],
] as const)('takes a clip of a film with texts of its own: %s', async (_, name, container) => {
  media('ten/own-text.mp4')
  media(name)
  const plan = planOf([both(`plain/${name}`, { container })], container, { start: 26.8, end: 33.5 })
  const { file, last } = await fetchFile(engine, plan)
  expect(last.proof!.begins_at).toBeCloseTo(container === 'mp4' ? 26.8 : 20, 1)
  const { flashes, beeps } = marksOf(file)
  expect(beeps.length).toBeGreaterThan(6)
  const lag = (beep: number) => Math.min(...flashes.map((flash) => Math.abs(flash - beep)))
  for (const beep of beeps) expect(lag(beep)).toBeLessThan(0.08)
})

test('takes a clip of a film in an old codec', async () => {
  media('theora.mkv')
  const plan = planOf([both('plain/theora.mkv', { container: 'mkv' })], 'mkv', { start: 5.5, end: 8 })
  const { last } = await fetchFile(engine, plan)
  expect(last.proof!.begins_at).toBeLessThanOrEqual(5.5)
})

test.each(['mkv', 'mp4'] as const)('takes a clip behind the last picture of %s', async (container) => {
  media(`short-picture.${container}`)
  const plan = planOf([both(`plain/short-picture.${container}`)], container, { start: 4, end: 8 })
  // A part of a Matroska file does not know whether there are more pictures.
  if (container === 'mkv') await fetchFailure(engine, plan)
  const { file } = await fetchFile(engine, { ...plan, attempt: container === 'mkv' ? 2 : 1 })
  expect(probe(file).streams.map(({ codec_type: kind }) => kind)).toEqual(['video', 'audio'])
})

test('a film that begins late has the clock of its item', async () => {
  media('late-start.mp4')
  const film = [both('plain/late-start.mp4')]
  const { last } = await fetchFile(engine, planOf(film, 'mp4', { start: 12.5, end: 15 }))
  expect(last.proof).toMatchObject({ begins_at: expect.closeTo(12.5, 1), duration: expect.closeTo(2.5, 1) })
  expect((await fetchFailure(engine, planOf(film, 'mp4', { start: 2, end: 5 }))).code).toBe('bad_clip')
})

test('a source without ranges is fetched whole and then cut', async () => {
  const plan = planOf([both('no-ranges/ten/both.mp4')], 'mp4', { start: 302.5, end: 305 })
  const { last } = await fetchFile(engine, plan)
  expect(last.proof!.begins_at).toBe(302.48)
})

test('keeps picture and sound of a variable rate together', async () => {
  media('variable.mp4')
  const plan = planOf([both('plain/variable.mp4')], 'mp4', { start: 5.5, end: 11.5 })
  const { file, last } = await fetchFile(engine, plan)
  const { flashes, beeps } = marksOf(file)
  const first = Math.ceil(last.proof!.begins_at! - 0.1)
  expect(beeps.length).toBe(12 - first)
  for (const [n, at] of beeps.entries()) expect(Math.abs(flashes[n]! - at)).toBeLessThan(0.04)
})

test.each([
  ['behind the end', { start: 700, end: 710 }],
  ['over the end', { start: 590, end: 620 }],
])('refuses a clip %s', async (_, clip) => {
  const failed = await fetchFailure(engine, planOf([both('plain/ten/both.mp4')], 'mp4', clip))
  expect(failed.code).toBe('bad_clip')
})

test('a clip may end with the rounded end of the item', async () => {
  const plan = planOf([both('plain/ten/both.mp4')], 'mp4', { start: 597, end: 600.9 })
  const { last } = await fetchFile(engine, plan)
  expect(last.proof!.duration).toBeCloseTo(3, 0)
})
