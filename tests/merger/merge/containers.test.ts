import { afterAll, beforeAll, expect, test } from 'vitest'
import { media, packets, probe } from './lib/media.ts'
import { order, ref, startEngine, fetchFile, type Engine } from './lib/engine.ts'
import { rendition } from '../../builders.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const sources = () => [
  rendition({
    id: 'vp9',
    kind: 'video',
    url: origin.url('plain/video.webm'),
    container: 'webm',
    height: 360,
    vcodec: 'vp9',
  }),
  rendition({
    id: 'big-vp8',
    kind: 'video',
    url: origin.url('slow/big.webm'),
    container: 'webm',
    height: 720,
    vcodec: 'vp9',
  }),
  rendition({
    id: 'h264',
    kind: 'video',
    url: origin.url('plain/video.mp4'),
    height: 360,
    vcodec: 'avc1.64001e',
  }),
  rendition({ id: 'hevc', kind: 'video', url: origin.url('plain/video-hevc.mp4'), height: 361 }),
  rendition({
    id: 'opus',
    kind: 'audio',
    url: origin.url('plain/audio.webm'),
    container: 'webm',
    acodec: 'opus',
  }),
  rendition({
    id: 'aac',
    kind: 'audio',
    url: origin.url('plain/audio.m4a'),
    container: 'm4a',
    acodec: 'mp4a.40.2',
  }),
  rendition({
    id: 'late',
    kind: 'audio',
    url: origin.url('plain/audio-late-start.m4a'),
    container: 'm4a',
    acodec: 'mp4a.40.5',
  }),
  rendition({
    id: 'webm',
    kind: 'both',
    url: origin.url('plain/both.webm'),
    container: 'webm',
    height: 363,
    acodec: 'opus',
  }),
  rendition({
    id: 'late audio',
    kind: 'both',
    url: origin.url('plain/late-sound.mp4'),
    height: 364,
    acodec: 'mp4a.40.2',
  }),
  rendition({
    id: 'short audio',
    kind: 'both',
    url: origin.url('plain/short-sound.mkv'),
    container: 'mkv',
    height: 365,
    acodec: 'mp4a.40.2',
  }),
  rendition({
    id: 'gif',
    kind: 'video',
    url: origin.url('plain/silent.mp4'),
    height: 362,
    vcodec: 'avc1.64001e',
  }),
]
const of = (id: string) => ref(sources().find((one) => one.id === id)!)

beforeAll(async () => {
  origin = await startOrigin(9231)
  engine = await startEngine(9232, () => ({ renditions: sources(), title: 'Ein Titel', uploader: 'Wer' }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

test.for([
  ['vp9', 'opus', 'webm', 'vp9', 'opus', 'video.webm', 'audio.webm'],
  ['big-vp8', 'opus', 'webm', 'vp8', 'opus', 'big.webm', 'audio.webm'],
  ['h264', 'opus', 'mkv', 'h264', 'opus', 'video.mp4', 'audio.webm'],
  ['vp9', 'opus', 'mp4', 'vp9', 'opus', 'video.webm', 'audio.webm'],
  ['vp9', 'aac', 'mp4', 'vp9', 'aac', 'video.webm', 'audio.m4a'],
] as const)(
  'merges %s video and %s audio to one %s file',
  async ([videoId, audioId, container, vcodec, acodec, videoFile, audioFile]) => {
    const { file, bytes, last, lines } = await fetchFile(
      engine,
      order({ video: of(videoId), audio: of(audioId), container }),
    )
    const facts = probe(file)
    expect(facts.streams.map((stream) => stream.codec_name)).toEqual([vcodec, acodec])
    expect(Number(facts.format.duration)).toBeCloseTo(12, 0)
    expect(packets(file, 'v')).toEqual(packets(media(videoFile), 'v'))
    expect(packets(file, 'a')).toEqual(packets(media(audioFile), 'a'))
    expect(last.proof).toMatchObject({ container, video_codec: vcodec, audio_codec: acodec })
    if (container !== 'mp4') {
      const [cues, cluster] = [Buffer.from('1c53bb6b', 'hex'), Buffer.from('1f43b675', 'hex')].map((id) =>
        bytes.indexOf(id),
      )
      expect(cues).toBeLessThan(cluster!)
      expect(facts.format.tags).toMatchObject({ title: 'Ein Titel' })
    }
    if (videoId === 'big-vp8') expect(lines.some((line) => !line.size && line.final > line.from)).toBe(true)
  },
)

test('gives HEVC video in an mp4 the sample entry hvc1', async () => {
  const { file } = await fetchFile(engine, order({ video: of('hevc'), audio: of('aac'), container: 'mp4' }))
  expect(probe(file).streams[0]).toMatchObject({ codec_name: 'hevc', codec_tag_string: 'hvc1' })
})

test('keeps the delay of audio behind its video', async () => {
  const { file } = await fetchFile(engine, order({ video: of('h264'), audio: of('late'), container: 'mp4' }))
  const [videoStart, audioStart] = probe(file).streams.map((stream) => Number(stream.start_time))
  expect((audioStart ?? 0) - (videoStart ?? 0)).toBeCloseTo(0.5, 1)
})

test.for([
  ['webm', 'webm', 'opus', 'both.webm', 12],
  ['late audio', 'm4a', 'aac', 'late-sound.mp4', 12],
  ['short audio', 'm4a', 'aac', 'short-sound.mkv', 8],
] as const)('keeps the duration of "%s" as %s or as MP3', async ([id, container, codec, name, seconds]) => {
  const { file, last } = await fetchFile(engine, order({ video: null, audio: of(id), container }))
  expect(packets(file, 'a')).toEqual(packets(media(name), 'a'))
  expect(last.proof).toMatchObject({ container, video_codec: null, audio_codec: codec })
  expect(last.proof?.duration).toBeCloseTo(seconds, 0)
  const mp3 = await fetchFile(engine, order({ video: null, audio: of(id), container: 'mp3', kbps: 128 }))
  expect(mp3.last.proof?.duration).toBeCloseTo(seconds, 0)
})

test('copies a single Opus source unchanged into Matroska', async () => {
  const { file, last } = await fetchFile(engine, order({ video: null, audio: of('opus'), container: 'mkv' }))
  expect(packets(file, 'a')).toEqual(packets(media('audio.webm'), 'a'))
  expect(last.proof).toMatchObject({ container: 'mkv', video_codec: null, audio_codec: 'opus' })
})

test('makes an mp4 with one stream from a silent video', async () => {
  const { file, last } = await fetchFile(engine, order({ video: of('gif'), audio: null, container: 'mp4' }))
  expect(probe(file).streams.map((stream) => stream.codec_type)).toEqual(['video'])
  expect(last.proof).toMatchObject({ audio_codec: null, duration: 3 })
})

test('makes a GIF from a silent video (C40)', async () => {
  const { file, last } = await fetchFile(engine, order({ video: of('gif'), audio: null, container: 'gif' }))
  expect(probe(file).streams[0]).toMatchObject({ codec_name: 'gif' })
  expect(last.proof).toMatchObject({ container: 'gif', video_codec: 'gif', audio_codec: null })
  expect(last.proof?.duration).toBeCloseTo(3, 0)
})
