import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rendition } from '../../builders.ts'
import { fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { media, packets, probe } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const sounds = [
  ['film/opus.webm', 'webm', 'opus'],
  ['audio.m4a', 'm4a', 'mp4a.40.2'],
  ['deep.flac', 'flac', 'flac'],
  ['covered.flac', 'flac', 'flac'],
] as const
const sources = () =>
  sounds.map(([id, container, acodec]) =>
    rendition({ id, kind: 'audio', url: origin.url(`plain/${id}`), container, acodec }),
  )

beforeAll(async () => {
  media('audio.m4a')
  origin = await startOrigin(9251)
  engine = await startEngine(9252, () => ({
    title: 'A = song; #1',
    uploader: 'Band',
    series: 'Album',
    duration: null,
    thumbnail: origin.url('plain/cover.webp'),
    chapters: [
      { start: 0, title: 'First' },
      { start: 2, title: 'Second' },
    ],
    renditions: sources(),
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

type Container = 'opus' | 'flac' | 'wav' | 'm4a'
const made = (id: string, container: Container, more: { kbps?: number; clip?: object } = {}) =>
  fetchFile(
    engine,
    order({
      video: null,
      audio: ref(sources().find((one) => one.id === id)!),
      container,
      ...more,
    } as Parameters<typeof order>[0]),
  )

/** A hash of the sound as it is heard, with 24 bits for each sample. */
function heard(file: string, part = ''): string {
  const args = `-v error ${part} -i ${file} -map 0:a -f s24le -c:a pcm_s24le -`
  return createHash('md5')
    .update(execFileSync('ffmpeg', args.trim().split(/ +/), { maxBuffer: 64 * 1024 ** 2 }))
    .digest('hex')
}

const seconds = (file: string) => Number(probe(file).format.duration)
const soundOf = (file: string) =>
  execFileSync(
    'ffprobe',
    `-v error -select_streams a -show_entries stream=codec_name,bits_per_raw_sample,bits_per_sample:format_tags:stream_tags -show_chapters -of json ${file}`.split(
      ' ',
    ),
  ).toString()

test('copies Opus into Ogg, with tags, chapters and the cover', async () => {
  const { file, last } = await made('film/opus.webm', 'opus')
  const source = media('film/opus.webm')
  expect(packets(file, 'a').map((one) => one.split(',').at(-1))).toEqual(
    packets(source, 'a').map((one) => one.split(',').at(-1)),
  )
  expect(seconds(file)).toBeCloseTo(seconds(source), 1)
  expect(last.proof).toMatchObject({ container: 'opus', audio_codec: 'opus', video_codec: null })
  expect(last.proof?.duration).toBeCloseTo(4, 1)
  const facts = soundOf(file)
  for (const text of ['"A = song; #1"', '"Band"', '"First"', '"Second"']) expect(facts).toContain(text)
  expect(probe(file).streams.map((one) => one.codec_name)).toEqual(['opus', 'mjpeg'])
})

test.each([
  ['audio.m4a', 'opus', 96, 'opus'],
  ['film/opus.webm', 'm4a', 96, 'aac'],
] as const)('encodes %s as %s of no higher rate', async (id, container, kbps, codec) => {
  const { file, last } = await made(id, container, { kbps })
  // The chapters of an M4A are a track of their own.
  const codecs = probe(file).streams.map((one) => one.codec_name)
  expect(codecs.filter((one) => one !== 'bin_data')).toEqual([codec, 'mjpeg'])
  expect(seconds(file)).toBeCloseTo(seconds(media(id)), 0)
  expect(last.proof).toMatchObject({ container, audio_codec: codec })
})

test.each([
  ['deep.flac', 'wav'],
  ['deep.flac', 'flac'],
  ['covered.flac', 'wav'],
] as const)('%s as %s has each sample of its source', async (id, container) => {
  const { file, last } = await made(id, container)
  expect(heard(file)).toBe(heard(media(id)))
  expect(last.proof?.duration).toBeCloseTo(4, 2)
  expect(soundOf(file)).toContain(id === 'deep.flac' ? '"24"' : container === 'wav' ? '16' : '"16"')
})

test('lossy sound in a lossless file has what its decoder gives, in 16 bits', async () => {
  const [flac, wav] = [await made('audio.m4a', 'flac'), await made('audio.m4a', 'wav')]
  expect(heard(flac.file)).toBe(heard(wav.file))
  expect(seconds(flac.file)).toBeCloseTo(seconds(media('audio.m4a')), 1)
  expect(probe(flac.file).streams.map((one) => one.codec_name)).toEqual(['flac', 'mjpeg'])
})

test('a part of a lossless file is that part, and says its own length', async () => {
  const { file, last } = await made('deep.flac', 'flac', { clip: { start: 1, end: 3 } })
  expect(last.proof?.duration).toBeCloseTo(2, 1)
  expect(seconds(file)).toBeCloseTo(2, 1)
})
