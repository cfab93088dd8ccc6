import { afterAll, beforeAll, expect, test } from 'vitest'
import { media, packets, probe } from './lib/media.ts'
import { order, ref, startEngine, fetchFailure, fetchFile, type Engine } from './lib/engine.ts'
import { rendition } from '../../builders.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const audio = (name: string, container: string, acodec: string | null) =>
  rendition({ id: name, kind: 'audio', url: origin.url(name), container, acodec })
const sources = () => [
  audio('plain/audio.m4a', 'm4a', 'mp4a.40.2'),
  audio('plain/audio.mp3', 'mp3', 'mp3'),
  audio('plain/audio.webm', 'webm', 'opus'),
  audio('plain/audio.eac3', 'eac3', 'ec-3'),
  { ...audio('plain/hls/sound.m3u8', 'm4a', 'mp4a.40.34'), transport: 'hls' as const },
  audio('no-ranges/audio.mp3', 'mp3', 'mp3'),
  audio('chunked/audio.mp3', 'mp3', 'mp3'),
  audio('chunked-cut/audio.mp3', 'mp3', 'mp3'),
  rendition({ id: 'plain/both.mp4', kind: 'both', url: origin.url('plain/both.mp4'), height: 360 }),
]
const of = (id: string) => ref(sources().find((one) => one.id === id)!)

beforeAll(async () => {
  media('hls/sound.m3u8')
  origin = await startOrigin(9211)
  engine = await startEngine(9212, () => ({
    title: 'Ein Lied – 歌\u0000',
    uploader: 'Björk & Co',
    series: 'Folge auf Folge',
    date: '2026-11-01',
    // The duration here is wrong on purpose. The durations on podcast pages are often wrong by minutes, and a
    // merge must succeed nevertheless.
    duration: 300,
    thumbnail: origin.url('plain/cover.webp'),
    season_number: 2,
    episode_number: 7,
    renditions: sources(),
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

test.for(['plain/audio.m4a', 'plain/audio.webm', 'plain/audio.mp3', 'plain/both.mp4'])(
  'the audio of %s is converted to an MP3 with tags and a cover',
  async (id) => {
    const { file, last, lines } = await fetchFile(
      engine,
      order({ video: null, audio: of(id), container: 'mp3', kbps: 192 }),
    )
    const facts = probe(file)
    expect(facts.streams.map((stream) => stream.codec_name)).toEqual(['mp3', 'mjpeg'])
    expect(facts.format.tags).toMatchObject({
      title: 'Ein Lied – 歌',
      artist: 'Björk & Co',
      album: 'Folge auf Folge',
      date: '2026-11-01',
      disc: '2',
      track: '7',
    })
    expect(Number(facts.streams[0]?.duration)).toBeCloseTo(12, 0)
    expect(last.proof).toMatchObject({ container: 'mp3', audio_codec: 'mp3', video_codec: null })
    expect(lines.map((line) => line.progress.stage)).toContain('finishing')
  },
)

test('copies an MP3 source without an ordered bitrate', async () => {
  const { file } = await fetchFile(
    engine,
    order({ video: null, audio: of('no-ranges/audio.mp3'), container: 'mp3' }),
  )
  const source = packets(media('audio.mp3'), 'a')
  // Only the last 400 packets are compared, because ffmpeg writes a new Xing/Info header as the first packet.
  expect(packets(file, 'a').slice(-400)).toEqual(source.slice(-400))
})

test('converts a chunked MP3 despite a wrong duration', async () => {
  const { last } = await fetchFile(
    engine,
    order({ video: null, audio: of('chunked/audio.mp3'), container: 'mp3', kbps: 128 }),
  )
  expect(last.proof?.duration).toBeCloseTo(12, 0)
})

test('fails with source_failed on a broken chunked body', async () => {
  const failed = await fetchFailure(
    engine,
    order({ video: null, audio: of('chunked-cut/audio.mp3'), container: 'mp3', kbps: 128 }),
  )
  expect(failed.code).toBe('source_failed')
})

test.for(['plain/audio.m4a', 'plain/both.mp4'])(
  'copies the audio of %s into an M4A with a first index',
  async (id) => {
    const { file, bytes } = await fetchFile(engine, order({ video: null, audio: of(id), container: 'm4a' }))
    expect(packets(file, 'a')).toEqual(packets(media(id.slice(6)), 'a'))
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    const facts = probe(file)
    expect(facts.streams.map((stream) => stream.codec_name)).toEqual(['aac', 'mjpeg'])
    expect(facts.format.tags).toMatchObject({
      title: 'Ein Lied – 歌',
      artist: 'Björk & Co',
      show: 'Folge auf Folge',
      season_number: '2',
      episode_sort: '7',
      track: '7',
    })
  },
)

test('copies an MP3 stream that is named by its MPEG-4 object type', async () => {
  const { file, lines } = await fetchFile(
    engine,
    order({ video: null, audio: of('plain/hls/sound.m3u8'), container: 'mp3' }),
  )
  expect(packets(file, 'a').slice(-100)).toEqual(packets(media('audio.mp3'), 'a').slice(-100))
  expect(lines.map((line) => line.progress.stage)).not.toContain('converting')
})

test('copies E-AC-3 into an M4A', async () => {
  const { file, bytes } = await fetchFile(
    engine,
    order({ video: null, audio: of('plain/audio.eac3'), container: 'm4a' }),
  )
  expect(packets(file, 'a')).toEqual(packets(media('audio.eac3'), 'a'))
  expect(bytes.toString('latin1', 4, 12)).toBe('ftypM4A ')
})

test('fails for good on sound that its container cannot hold', async () => {
  const failed = await fetchFailure(
    engine,
    order({ video: null, audio: of('plain/audio.mp3'), container: 'webm' }),
  )
  expect(failed.code).toBe('unreadable')
  expect(engine.leftovers()).toEqual([])
})
