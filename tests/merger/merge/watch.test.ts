import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeId } from '#contract/engine/merge.ts'
import {
  NO_COPY,
  watchBytesPath,
  watchListSchema,
  watchPath,
  type WatchList,
} from '#contract/engine/watch.ts'
import { FragmentReader } from '../../../merger/merge/watch/fragments.ts'
import { rendition } from '../../builders.ts'
import { fetchMerge, order, post, ref, startEngine, type Engine } from './lib/engine.ts'
import { marksOf } from './lib/flashes.ts'
import { media, packetHash, packets } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const listed = (id: string, kind: 'video' | 'audio' | 'both', file: string) =>
  rendition({ id, kind, url: origin.url(file), transport: file.endsWith('.mpd') ? 'dash' : 'hls' })

const sources = () => [
  rendition({
    id: 'video',
    kind: 'video',
    url: origin.url('held/big.mp4?from=6291456'),
    height: 720,
    vcodec: 'avc1.64001f',
  }),
  rendition({ id: 'large', kind: 'video', url: origin.url('held/large.mp4?from=6291456') }),
  rendition({ id: 'long-sound', kind: 'audio', url: origin.url('plain/large.m4a'), container: 'm4a' }),
  rendition({
    id: 'short',
    kind: 'video',
    url: origin.url('plain/video.mp4'),
    height: 360,
    vcodec: 'avc1.64001e',
  }),
  rendition({
    id: 'vp8',
    kind: 'video',
    url: origin.url('plain/titled.webm'),
    container: 'webm',
    height: 48,
    vcodec: 'vp8',
  }),
  rendition({
    id: 'audio',
    kind: 'audio',
    url: origin.url('plain/audio.m4a'),
    container: 'm4a',
    acodec: 'mp4a.40.2',
  }),
  rendition({ id: 'flashes', kind: 'video', url: origin.url('plain/ten/video.mp4'), height: 90 }),
  rendition({ id: 'beeps', kind: 'audio', url: origin.url('plain/ten/audio.mp4'), container: 'm4a' }),
  rendition({ id: 'wrapping', kind: 'both', url: origin.url('plain/film.mts'), container: 'ts' }),
  listed('dash-0', 'video', 'plain/ten/manifest.mpd'),
  listed('dash-1', 'audio', 'plain/ten/manifest.mpd'),
  rendition({ id: 'vp9', kind: 'video', url: origin.url('plain/film/vp9.webm'), container: 'webm' }),
  rendition({ id: 'opus-beeps', kind: 'audio', url: origin.url('plain/film/opus.webm'), container: 'webm' }),
  listed('flash-list', 'video', 'plain/ten/picture.m3u8'),
  listed('beep-list', 'audio', 'plain/ten/sound.m3u8'),
  rendition({
    id: 'opus',
    kind: 'audio',
    url: origin.url('plain/audio.webm'),
    container: 'webm',
    acodec: 'opus',
  }),
]
const of = (id: string) => ref(sources().find((one) => one.id === id)!)

beforeAll(async () => {
  origin = await startOrigin(9231)
  engine = await startEngine(9232, () => ({ duration: null, renditions: sources() }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

async function listOf(id: string): Promise<WatchList | number> {
  const answer = await fetch(engine.origin + watchPath(id))
  return answer.ok ? watchListSchema.parse(await answer.json()) : answer.status
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return '' // The process has ended.
  }
}

async function begin(plan: Parameters<typeof order>[0]) {
  const wanted = order(plan)
  await post(engine, wanted)
  return { id: mergeId(wanted.task, wanted.attempt), merged: fetchMerge(engine, wanted) }
}

/** Asks for the list until it has what the test waits for; an empty one says that nothing is decided yet. */
async function listWhen(id: string, isThere: (list: WatchList) => boolean): Promise<WatchList | number> {
  for (;;) {
    const list = await listOf(id)
    if (typeof list === 'number' || isThere(list)) return list
    await sleep(50)
  }
}

async function wholeList(id: string): Promise<WatchList & { end: number }> {
  const list = await listWhen(id, ({ is_over }) => is_over)
  if (typeof list === 'number') throw new Error(`list ${list}`)
  return { ...list, end: list.fragments.at(-1)!.end }
}

const bytesOf = async (id: string, start: number, end: number) => {
  const answer = await fetch(engine.origin + watchBytesPath(id, start, end))
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status
}

test('lists growing fragments of the same packets while the file is made', async () => {
  const release = origin.hold()
  const { id, merged } = await begin({ video: of('video'), audio: of('audio'), container: 'mp4' })
  const first = (await listWhen(id, ({ fragments }) => fragments.length > 0)) as WatchList
  expect(first.is_over).toBe(false)
  release()
  const { fragments, end } = await wholeList(id)
  expect(fragments.length).toBeGreaterThan(first.fragments.length)
  expect(fragments.slice(0, first.fragments.length)).toEqual(first.fragments)
  const copy = path.join(engine.workDir, 'copy.mp4')
  writeFileSync(copy, (await bytesOf(id, 0, end)) as Buffer)
  await merged
  // If the copy fell behind, its source was cut off in the middle of the last packet.
  const copied = packets(copy, 'v').slice(0, -1)
  expect(copied.length).toBeGreaterThan(30)
  expect(copied).toEqual(packets(media('big.mp4'), 'v').slice(0, copied.length))
})

test('ends a copy that falls far behind with picture and sound', async () => {
  const release = origin.hold()
  const { id, merged } = await begin({ video: of('large'), audio: of('long-sound'), container: 'mp4' })
  await listWhen(id, ({ fragments }) => fragments.length > 0)
  const copying = readdirSync('/proc').find(
    (pid) =>
      /^\d+$/.test(pid) && commandOf(pid).includes(`${engine.workDir}/`) && /watch\.mp4/.test(commandOf(pid)),
  )
  process.kill(Number(copying), 'SIGSTOP')
  release()
  await merged
  process.kill(Number(copying), 'SIGCONT')
  const { end, is_whole } = await wholeList(id)
  expect(is_whole).toBe(false)
  const copy = path.join(engine.workDir, 'cut.mp4')
  writeFileSync(copy, (await bytesOf(id, 0, end)) as Buffer)
  const [picture, sound] = [packets(copy, 'v').length / 30, (packets(copy, 'a').length * 1_024) / 44_100]
  expect(picture).toBeLessThan(40)
  expect(Math.abs(picture - sound)).toBeLessThan(1)
})

test('sends only bytes that are listed', async () => {
  const { id, merged } = await begin({ video: of('short'), audio: of('audio'), container: 'mp4' })
  const { fragments, end, is_whole } = await wholeList(id)
  expect(is_whole).toBe(true)
  expect(fragments.reduce((sum, one) => sum + one.seconds, 0)).toBeCloseTo(12, 0)
  expect(((await bytesOf(id, end - 100, end)) as Buffer).length).toBe(100)
  expect(await bytesOf(id, end, end + 1)).toBe(404)
  expect(await bytesOf(id, 5, 5)).toBe(404)
  // The folder of an attempt can vanish between two calls.
  for (const file of readdirSync(engine.workDir, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('watch.mp4')) rmSync(path.join(engine.workDir, file))
  expect(await bytesOf(id, 0, end)).toBe(404)
  await merged
})

test('has a place for a few slow readers of one file only', async () => {
  const { id, merged } = await begin({ video: of('video'), audio: of('audio'), container: 'mp4' })
  const { end } = await wholeList(id)
  const sockets = Array.from({ length: 40 }, () => net.connect(9232, '127.0.0.1'))
  // None of them reads on after the first bytes.
  const statuses = await Promise.all(
    sockets.map(async (socket) => {
      socket.write(`GET ${watchBytesPath(id, 0, end)} HTTP/1.1\r\nHost: merger\r\n\r\n`)
      const [head] = (await once(socket, 'data')) as [Buffer]
      socket.pause()
      return head.toString('latin1').slice(9, 12)
    }),
  )
  expect(statuses.filter((status) => status === '200')).toHaveLength(16)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => await bytesOf(id, 0, 10)).toHaveLength(10)
  await merged
})

test.each([
  ['flashes', 'beeps', 100],
  ['dash-0', 'dash-1', 100],
  ['flash-list', 'beep-list', 100],
  ['flash-list', 'beeps', 100],
  ['vp9', 'opus-beeps', 4],
])('keeps picture and sound within 40 ms of each other (%s, %s)', async (video, audio, least) => {
  const container = audio.startsWith('opus') ? 'webm' : 'mp4'
  const { id, merged } = await begin({ video: of(video), audio: of(audio), container })
  const { end, is_whole } = await wholeList(id)
  expect(is_whole).toBe(container === 'webm')
  const copy = path.join(engine.workDir, 'marks.mp4')
  writeFileSync(copy, (await bytesOf(id, 0, end)) as Buffer)
  await merged
  const { flashes, beeps } = marksOf(copy)
  expect(beeps.length).toBeGreaterThanOrEqual(least)
  const apart = beeps.map((beep) => Math.min(...flashes.map((flash) => Math.abs(flash - beep))))
  expect(Math.max(...apart)).toBeLessThanOrEqual(0.04)
})

test('copies a transport stream whose clock wraps', async () => {
  const { id, merged } = await begin({ video: of('wrapping'), audio: null, container: 'mp4' })
  const { fragments } = await wholeList(id)
  expect(fragments.reduce((sum, one) => sum + one.seconds, 0)).toBeCloseTo(4, 0)
  await merged
})

test('has no copy of tracks that browsers do not play', async () => {
  const { id, merged } = await begin({ video: of('vp8'), audio: null, container: 'webm' })
  expect(await listWhen(id, ({ is_over }) => is_over)).toEqual(NO_COPY)
  await merged
})

test('knows no copy of a failed attempt, because another may follow', { repeats: 4 }, async () => {
  const { id, merged } = await begin({ video: of('short'), audio: of('opus-beeps'), container: 'mp4' })
  const seen: unknown[] = []
  const isOver = merged.then(() => true)
  while (!(await Promise.race([isOver, sleep(1)]))) seen.push(await listOf(id))
  expect((await merged).last.failed).toBeDefined()
  expect(await listOf(id)).toBe(404)
  expect(seen).not.toContainEqual(NO_COPY)
})

test('the watched sound of an MP3 is the sound of its source', async () => {
  const { id, merged } = await begin({ video: null, audio: of('audio'), container: 'mp3', kbps: 128 })
  const { end } = await wholeList(id)
  const copy = path.join(engine.workDir, 'sound.mp4')
  writeFileSync(copy, (await bytesOf(id, 0, end)) as Buffer)
  expect(packets(copy, 'a')).toEqual(packets(media('audio.m4a'), 'a'))
  await merged
})

test('reads the fragments of a file in pieces', async () => {
  const whole = path.join(engine.workDir, 'whole.mp4')
  const flags =
    '-c copy -t 3 -movflags frag_keyframe+empty_moov+default_base_moof -frag_duration 250000 -f mp4'
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', media('both.mp4'), ...flags.split(' '), whole])
  const bytes = readFileSync(whole)
  const growing = path.join(engine.workDir, 'growing.mp4')
  const reader = new FragmentReader(growing)
  await reader.read()
  for (let size = 0; size < bytes.length; size += 40_000) {
    writeFileSync(growing, bytes.subarray(0, size))
    await reader.read()
    expect(reader.fragments.at(-1)?.end ?? 0).toBeLessThanOrEqual(size)
  }
  writeFileSync(growing, bytes)
  await reader.read()
  expect(reader.fragments.reduce((sum, one) => sum + one.seconds, 0)).toBeCloseTo(3, 0)
  expect(packetHash(growing)).toBe(packetHash(whole))
})
