import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rendition } from '../../builders.ts'
import { fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { media, packets } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine
let thumbnail: string

const sounds = [
  ['covered.m4a', 'm4a', 'mp4a.40.2'],
  ['late-covered.m4a', 'm4a', 'mp4a.40.2'],
  ['covered.flac', 'flac', 'flac'],
  ['covered.ogg', 'ogg', 'vorbis'],
  ['voice.m4a', 'm4a', 'mp4a.40.2'],
  ['voice.mts', 'ts', 'mp4a.40.2'],
] as const
const sources = () => [
  ...sounds.map(([id, container, acodec]) =>
    rendition({ id, kind: 'audio', url: origin.url(`plain/${id}`), container, acodec }),
  ),
  ...['silent.mp4', 'video-hevc.mp4'].map((id) =>
    rendition({
      id,
      kind: 'video',
      url: origin.url(`plain/${id}`),
      vcodec: id.includes('hevc') ? 'hev1' : 'avc1',
    }),
  ),
  rendition({ id: 'titled.mp4', url: origin.url('plain/titled.mp4'), vcodec: 'avc1', acodec: 'mp4a.40.2' }),
]
const planOf = (id: string, container: 'mp3' | 'm4a') =>
  order({
    video: null,
    audio: ref(sources().find((one) => one.id === id)!),
    container,
    ...(container === 'mp3' && { kbps: 128 }),
  })

beforeAll(async () => {
  media('covered.m4a')
  origin = await startOrigin(9231)
  thumbnail = origin.url('plain/cover.webp')
  engine = await startEngine(9232, () => ({
    title: 'Song',
    duration: 2,
    thumbnail,
    artwork: thumbnail,
    renditions: sources(),
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

const shown = (file: string, kind: 'v' | 'a', entry: string) => {
  const entries = `-v error -select_streams ${kind} -show_entries stream=${entry} -of csv=p=0`
  return execFileSync('ffprobe', [...entries.split(' '), file])
    .toString()
    .trim()
    .split('\n')
    .map(Number)
}
/** A cover is the last picture of a file. */
const widthOf = (file: string) => shown(file, 'v', 'width').at(-1)

test.each([
  ['covered.m4a', 'mp3', 800],
  ['covered.flac', 'mp3', 800],
  ['covered.ogg', 'mp3', 8],
  ['late-covered.m4a', 'm4a', 800],
  ['voice.m4a', 'm4a', 640],
  ['titled.mp4', 'm4a', 640],
] as const)('%s becomes %s with a cover of %i pixels', async (id, container, width) => {
  const { file } = await fetchFile(engine, planOf(id, container))
  expect(widthOf(file)).toBe(width)
  if (container === 'm4a') expect(packets(file, 'a')).toEqual(packets(media(id), 'a'))
})

test('a cover moves no sound whose clock starts late', async () => {
  const { file } = await fetchFile(engine, planOf('voice.mts', 'm4a'))
  expect(widthOf(file)).toBe(640)
  expect(shown(file, 'a', 'start_time')[0]).toBeLessThan(0.1)
})

test('a part of a sound keeps the cover', async () => {
  const { plan } = planOf('voice.m4a', 'm4a')
  const { file } = await fetchFile(engine, order({ ...plan, clip: { start: 1, end: 2 } }))
  expect(widthOf(file)).toBe(640)
})

test.each(['silent.mp4', 'video-hevc.mp4'])('the copy of %s gets the cover of its song', async (id) => {
  const video = ref(sources().find((one) => one.id === id)!)
  const { file } = await fetchFile(engine, order({ video, audio: null, container: 'mp4' }))
  expect(widthOf(file)).toBe(640)
  expect(packets(file, 'v')).toEqual(packets(media(id), 'v'))
})

test('says that the cover of the site is not in the file', async () => {
  const given = await fetchFile(engine, planOf('voice.m4a', 'm4a'))
  expect(given.last.proof?.cover_left_out).toBeUndefined()
  thumbnail = origin.url('missing/cover.webp')
  const { file, last } = await fetchFile(engine, planOf('voice.m4a', 'm4a'))
  expect(last.proof?.cover_left_out).toBe(true)
  expect(packets(file, 'a')).toEqual(packets(media('voice.m4a'), 'a'))
})
