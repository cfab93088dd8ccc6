import { statSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test, vi, type Mock } from 'vitest'
import { bytesPath, mergeId } from '#contract/engine/merge.ts'
import { Room, type Release } from '../../../merger/process/room.ts'
import { media, packets, probe } from './lib/media.ts'
import { events, order, post, ref, startEngine, fetchMerge, fetchFile, type Engine } from './lib/engine.ts'
import { rendition } from '../../builders.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const video = (name: string) =>
  rendition({ id: name, kind: 'video', url: origin.url(name), height: 360, vcodec: 'avc1.64001e', fps: 30 })
const audio = (name: string) =>
  rendition({ id: name, kind: 'audio', url: origin.url(name), container: 'm4a', acodec: 'mp4a.40.2' })
const pair = (videoName: string, audioName: string) =>
  order({ video: ref(video(videoName)), audio: ref(audio(audioName)), container: 'mp4' })
const names = [
  'plain/video.mp4',
  'plain/video-late.mp4',
  'plain/video-fragments.mp4',
  'plain/big.mp4',
  'held/big.mp4?from=16777216',
  'no-ranges/video-late.mp4',
]

beforeAll(async () => {
  origin = await startOrigin(9201)
  engine = await startEngine(9202, () => ({
    uploader: 'A maker',
    duration: 12,
    renditions: [...names.map(video), audio('plain/audio.m4a'), audio('plain/audio-fragments.m4a')],
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

function boxTypes(bytes: Buffer): string[] {
  const types: string[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8))
  return types
}

test.for([
  ['plain/video.mp4', 'plain/audio.m4a', 'index first'],
  ['plain/video-late.mp4', 'plain/audio.m4a', 'index last'],
  ['plain/video-fragments.mp4', 'plain/audio-fragments.m4a', 'fragmented'],
  ['plain/big.mp4', 'plain/audio.m4a', 'several R2 parts'],
] as const)('merges video %s and audio %s (case: %s) to one mp4', async ([videoName, audioName]) => {
  const { bytes, last, file } = await fetchFile(engine, pair(videoName, audioName))
  expect(boxTypes(bytes).filter((type) => type !== 'free')).toEqual(['ftyp', 'moov', 'mdat'])
  expect(packets(file, 'v')).toEqual(packets(media(videoName.slice(6)), 'v'))
  expect(packets(file, 'a')).toEqual(packets(media(audioName.slice(6)), 'a'))
  const facts = probe(file)
  expect(facts.streams.map((stream) => stream.codec_type)).toEqual(['video', 'audio'])
  for (const stream of facts.streams) expect(Number(stream.duration)).toBeCloseTo(12, 0)
  expect(facts.format.tags).toMatchObject({ title: 'A test', artist: 'A maker' })
  expect(last).toMatchObject({
    size: bytes.length,
    final: bytes.length,
    proof: { container: 'mp4', video_codec: 'h264', audio_codec: 'aac' },
  })
  expect(last.proof?.duration).toBeCloseTo(12, 0)
  expect(engine.leftovers()).toEqual([])
})

test('requests an index at the end before the media', async () => {
  const before = origin.requests.length
  await fetchFile(engine, pair('plain/video-late.mp4', 'plain/audio.m4a'))
  const ranges = origin.requests
    .slice(before)
    .filter((line) => line.startsWith('/plain/video-late.mp4'))
    .map((line) => /bytes=(\d+)-(\d+)/.exec(line)?.slice(1).map(Number))
  const size = statSync(media('video-late.mp4')).size
  expect(ranges[1]?.[1]).toBe(size - 1)
  expect(size - (ranges[1]?.[0] ?? 0)).toBeLessThan(20_000)
  const disk = await fetchFile(engine, pair('no-ranges/video-late.mp4', 'plain/audio.m4a'))
  expect(packets(disk.file, 'v')).toEqual(packets(media('video-late.mp4'), 'v'))
})

test('reserves the output space of a saved source to the end', async () => {
  const releases = new Map<number, Mock<Release>>()
  const reserve = vi.spyOn(Room.prototype, 'reserve').mockImplementation((bytes) => {
    const release = vi.fn<Release>()
    releases.set(bytes, release)
    return release
  })
  onTestFinished(() => reserve.mockRestore())
  await fetchFile(engine, pair('no-ranges/video-late.mp4', 'plain/audio.m4a'))
  const size = statSync(media('video-late.mp4')).size
  expect(releases.get(2 * size)?.mock.calls).toEqual([[size], []])
})

test('lets the edge fetch bytes before the merge ends', async () => {
  const release = origin.hold()
  const wanted = pair('held/big.mp4?from=16777216', 'plain/audio.m4a')
  await post(engine, wanted)
  for await (const { size, final, from } of events(engine, mergeId(wanted.task, 1))) {
    expect(size).toBeUndefined()
    if (final > from) break
  }
  release()
  const { lines, last } = await fetchFile(engine, wanted)
  const percents = lines.map((line) => line.progress.percent)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
  expect(last.combined).toBe(last.progress.total)
})

test('twenty equal orders for a merge start only one attempt', async () => {
  const mergeOrder = pair('plain/video.mp4', 'plain/audio.m4a')
  const before = engine.extractCalls.length
  await Promise.all(Array.from({ length: 20 }, () => post(engine, mergeOrder)))
  const { bytes } = await fetchMerge(engine, mergeOrder)
  expect(engine.extractCalls.length - before).toBe(1)
  const lines: unknown[] = []
  for await (const line of events(engine, mergeId(mergeOrder.task, 1))) lines.push(line)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ size: bytes.length, proof: { container: 'mp4' } })
  await fetch(`${engine.origin}/merges/${mergeId(mergeOrder.task, 1)}`, { method: 'DELETE' })
})

test('sends exactly the requested bytes of a file', async () => {
  const mergeOrder = pair('plain/video.mp4', 'plain/audio.m4a')
  const { bytes } = await fetchMerge(engine, mergeOrder)
  const id = mergeId(mergeOrder.task, 1)
  const ask = (start: number, end: number, of = id) => fetch(engine.origin + bytesPath(of, start, end, 0))
  const some = await ask(10, 1_000)
  expect(some.headers.get('content-length')).toBe('990')
  expect(Buffer.from(await some.arrayBuffer()).equals(bytes.subarray(10, 1_000))).toBe(true)
  expect((await ask(0, bytes.length + 1)).status).toBe(416)
  expect((await ask(5, 5)).status).toBe(400)
  expect((await ask(0, 1, 'nobody.1')).status).toBe(404)
  await fetch(`${engine.origin}/merges/${id}`, { method: 'DELETE' })
  expect((await ask(0, 1)).status).toBe(404)
  expect(engine.leftovers()).toEqual([])
})

test('refuses an unknown protocol version with 400', async () => {
  const answer = await post(engine, { ...pair('plain/video.mp4', 'plain/audio.m4a'), v: 99 })
  expect(answer.status).toBe(400)
})

test('fails with format_gone for a missing format (C20)', async () => {
  const mergeOrder = order({ video: { ...ref(video('x')), height: 1080 }, audio: null, container: 'mp4' })
  const before = engine.extractCalls.length
  const { last } = await fetchMerge(engine, mergeOrder)
  expect(last.failed?.code).toBe('format_gone')
  expect(engine.extractCalls.slice(before).map(({ options }) => options.fresh ?? false)).toEqual([
    false,
    true,
  ])
})
