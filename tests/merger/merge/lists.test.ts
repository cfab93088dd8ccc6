import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFaultFree } from './lib/fault-free.ts'
import { media, mediaFolder, packets, probe } from './lib/media.ts'
import { order, ref, startEngine, fetchFailure, fetchFile, type Engine } from './lib/engine.ts'
import { rendition } from '../../builders.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const playlist = (id: string, kind: 'video' | 'audio' | 'both', file: string, transport: 'hls' | 'dash') =>
  rendition({ id, kind, transport, url: origin.url(file), height: kind === 'audio' ? null : 360, fps: 30 })
const sources = () => [
  playlist('hls-video', 'video', 'plain/hls/video.m3u8', 'hls'),
  playlist('hls-audio', 'audio', 'plain/hls/audio.m3u8', 'hls'),
  playlist('hls-both', 'both', 'plain/hls/both.m3u8', 'hls'),
  { ...playlist('claims-sound', 'both', 'plain/hls/video.m3u8', 'hls'), vcodec: 'avc1', acodec: 'mp4a' },
  playlist('fmp4-video', 'video', 'plain/fmp4/video.m3u8', 'hls'),
  playlist('site-0', 'video', 'plain/dash/manifest.mpd', 'dash'),
  playlist('site-1', 'audio', 'plain/dash/manifest.mpd', 'dash'),
  playlist('jumping', 'both', 'plain/hls/jumping.m3u8', 'hls'),
  playlist('hiccup', 'video', 'hiccup/hls/video.m3u8', 'hls'),
  playlist('reset', 'video', 'reset/hls/video.m3u8', 'hls'),
  playlist('broken', 'video', 'missing/hls/video.m3u8', 'hls'),
  rendition({
    id: 'm4a',
    kind: 'audio',
    url: origin.url('plain/audio.m4a'),
    container: 'm4a',
    acodec: 'mp4a.40.2',
  }),
]
/**
 * Writes an HLS playlist that joins two recordings. The timestamps of the second recording start at zero
 * again.
 */
function writeJoinedPlaylist(): void {
  const lines = (name: string) => readFileSync(media(name), 'utf8').trim().split('\n')
  const first = lines('hls/both.m3u8').filter((line) => line !== '#EXT-X-ENDLIST')
  const second = lines('hls/second.m3u8')
  const segments = second.slice(second.findIndex((line) => line.startsWith('#EXTINF')))
  const text = [...first, '#EXT-X-DISCONTINUITY', ...segments].join('\n')
  writeFileSync(path.join(mediaFolder, 'hls/jumping.m3u8'), text)
}
const of = (id: string) => ref(sources().find((one) => one.id === id)!)

beforeAll(async () => {
  for (const name of [
    'hls/video.m3u8',
    'hls/audio.m3u8',
    'hls/both.m3u8',
    'fmp4/video.m3u8',
    'dash/manifest.mpd',
  ])
    media(name)
  writeJoinedPlaylist()
  origin = await startOrigin(9221)
  engine = await startEngine(9222, () => ({ renditions: sources() }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

test.for([
  ['hls-video', 'hls-audio', 'two HLS playlists'],
  ['fmp4-video', 'm4a', 'fMP4 HLS and a plain audio file'],
  ['hls-video', 'm4a', 'transport stream and a plain audio file'],
  ['site-0', 'site-1', 'DASH'],
] as const)('merges video %s and audio %s (source: %s) in sync', async ([videoId, audioId]) => {
  const { file, last, lines } = await fetchFile(
    engine,
    order({ video: of(videoId), audio: of(audioId), container: 'mp4' }),
  )
  const facts = probe(file)
  expect(facts.streams.map((stream) => stream.codec_type)).toEqual(['video', 'audio'])
  for (const stream of facts.streams) expect(Math.abs(Number(stream.duration) - 12)).toBeLessThan(0.5)
  const [a, b] = facts.streams.map((stream) => Number(stream.start_time))
  expect(Math.abs((a ?? 9) - (b ?? 0))).toBeLessThan(0.1)
  expect(packets(file, 'v')).toHaveLength(360)
  expect(last.proof).toMatchObject({ video_codec: 'h264', audio_codec: 'aac', width: 640, height: 360 })
  expect(last.combined).toBeGreaterThan(1_000_000)
  expect(lines.at(-1)?.progress.total ?? null).toBeNull()
})

test('remuxes an HLS playlist to an unfragmented mp4', async () => {
  const { file, bytes } = await fetchFile(
    engine,
    order({ video: of('hls-both'), audio: null, container: 'mp4' }),
  )
  expect(probe(file).streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac'])
  expect(packets(file, 'v')).toHaveLength(360)
  expect(bytes.includes('moof')).toBe(false)
})

test('keeps all frames across an HLS discontinuity', async () => {
  const { file, last } = await fetchFile(
    engine,
    order({ video: of('jumping'), audio: null, container: 'mp4' }),
  )
  const second = path.join(engine.workDir, 'second.mp4')
  execFileSync('ffmpeg', [...'-v error -y -i'.split(' '), media('hls/second.m3u8'), '-c', 'copy', second])
  const made = packets(file, 'v')
  expect(made).toHaveLength(720)
  expect(made.slice(-360)).toEqual(packets(second, 'v'))
  expect(last.proof?.duration).toBeCloseTo(24, 0)
  for (const stream of probe(file).streams) expect(Math.abs(Number(stream.duration) - 24)).toBeLessThan(0.2)
})

test.for(['hiccup', 'reset'])('requests an HLS fragment again after the fault %s', async (fault) => {
  const withVideo = (id: string) => order({ video: of(id), audio: of('m4a'), container: 'mp4' })
  const { file } = await fetchFile(engine, withVideo(fault))
  await expectFaultFree(file, engine, withVideo('hls-video'))
  expect(engine.leftovers()).toEqual([])
})

test('an HLS playlist with only audio is converted to an MP3', async () => {
  const { file } = await fetchFile(
    engine,
    order({ video: null, audio: of('hls-audio'), container: 'mp3', kbps: 128 }),
  )
  expect(Number(probe(file).format.duration)).toBeCloseTo(12, 0)
})

test('fails with source_failed on a missing HLS fragment', async () => {
  const failed = await fetchFailure(
    engine,
    order({ video: of('broken'), audio: of('m4a'), container: 'mp4' }),
  )
  expect(failed.code).toBe('source_failed')
  expect(engine.leftovers()).toEqual([])
})

test('makes the film of a list that claims sound', async () => {
  const { file } = await fetchFile(
    engine,
    order({ video: of('claims-sound'), audio: null, container: 'mp4' }),
  )
  expect(probe(file).streams.map(({ codec_type: kind }) => kind)).toEqual(['video'])
})
