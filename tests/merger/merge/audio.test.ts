import { afterAll, beforeAll, expect, test } from 'vitest'
import { media, packets, probe } from './media.ts'
import { order, ref, startEngine, takeFailure, takeFile, type Engine } from './engine.ts'
import { rendition } from '../../builders.ts'
import { startOrigin, type Origin } from './origin.ts'

let origin: Origin
let engine: Engine

const sound = (name: string, container: string, acodec: string | null) =>
  rendition({ id: name, kind: 'audio', url: origin.url(name), container, acodec })
const sources = () => [
  sound('plain/audio.m4a', 'm4a', 'mp4a.40.2'),
  sound('plain/audio.mp3', 'mp3', 'mp3'),
  sound('plain/audio.webm', 'webm', 'opus'),
  sound('no-ranges/audio.mp3', 'mp3', 'mp3'),
  rendition({ id: 'plain/both.mp4', kind: 'both', url: origin.url('plain/both.mp4'), height: 360 }),
]
const of = (id: string) => ref(sources().find((one) => one.id === id)!)

beforeAll(async () => {
  origin = await startOrigin(9211)
  engine = await startEngine(9212, () => ({
    title: 'Ein Lied – 歌\u0000',
    uploader: 'Björk & Co',
    series: 'Folge auf Folge',
    date: '2026-11-01',
    // Pages of podcasts are often minutes off.
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
  'the sound of %s becomes an MP3 with its tags and its cover',
  async (id) => {
    const { file, last, lines } = await takeFile(
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

test('an MP3 stays as it is when nobody asks for another bitrate, also from a source without ranges', async () => {
  const { file } = await takeFile(
    engine,
    order({ video: null, audio: of('no-ranges/audio.mp3'), container: 'mp3' }),
  )
  const source = packets(media('audio.mp3'), 'a')
  // The information frame of the source is no sound; ours is written anew.
  expect(packets(file, 'a').slice(-400)).toEqual(source.slice(-400))
})

test.for(['plain/audio.m4a', 'plain/both.mp4'])(
  'the sound of %s is copied into an M4A that starts at once',
  async (id) => {
    const { file, bytes } = await takeFile(engine, order({ video: null, audio: of(id), container: 'm4a' }))
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

test('what an M4A cannot hold fails instead of coming out wrong', async () => {
  const failed = await takeFailure(
    engine,
    order({ video: null, audio: of('plain/audio.webm'), container: 'm4a' }),
  )
  expect(failed.code).toBe('merge_failed')
  expect(engine.leftovers()).toEqual([])
})
