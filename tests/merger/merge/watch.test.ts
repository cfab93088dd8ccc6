import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchBytesPath, watchListSchema, watchPath, type WatchList } from '#contract/engine/watch.ts'
import { FragmentReader } from '../../../merger/merge/watch/fragments.ts'
import { rendition } from '../../builders.ts'
import { fetchMerge, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { marksOf } from './lib/flashes.ts'
import { media, packetHash, packets } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const sources = () => [
  rendition({
    id: 'video',
    kind: 'video',
    url: origin.url('slow/big.mp4'),
    height: 720,
    vcodec: 'avc1.64001f',
  }),
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
    url: origin.url('slow/big.webm'),
    container: 'webm',
    height: 721,
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
  engine = await startEngine(9232, () => ({ duration: 12, renditions: sources() }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

async function listOf(id: string): Promise<WatchList | number> {
  const answer = await fetch(engine.origin + watchPath(id))
  return answer.ok ? watchListSchema.parse(await answer.json()) : answer.status
}

/** Asks for the list until nothing follows. */
async function listsOf(id: string): Promise<WatchList[]> {
  const lists: WatchList[] = []
  for (let count = 0; count < 200; count++) {
    const list = await listOf(id)
    if (typeof list === 'number') throw new Error(`list ${list}`)
    lists.push(list)
    if (list.is_over) break
    await sleep(50)
  }
  return lists
}

const bytesOf = async (id: string, start: number, end: number) => {
  const answer = await fetch(engine.origin + watchBytesPath(id, start, end))
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status
}

test('lists growing fragments of the same packets while the file is made', async () => {
  const wanted = order({ video: of('video'), audio: of('audio'), container: 'mp4' })
  const merging = fetchMerge(engine, wanted)
  const id = `${wanted.task}.1`
  await sleep(50)
  const lists = await listsOf(id)
  const [first, last] = [lists[0]!, lists.at(-1)!]
  expect(first.fragments.length).toBeLessThan(last.fragments.length)
  for (const list of lists) expect(last.fragments.slice(0, list.fragments.length)).toEqual(list.fragments)
  const copy = path.join(engine.workDir, 'copy.mp4')
  writeFileSync(copy, (await bytesOf(id, 0, last.fragments.at(-1)!.end)) as Buffer)
  await merging
  // If the copy fell behind, its source was cut off in the middle of the last packet.
  const copied = packets(copy, 'v').slice(0, -1)
  expect(copied.length).toBeGreaterThan(30)
  expect(copied).toEqual(packets(media('big.mp4'), 'v').slice(0, copied.length))
})

test('sends only bytes that are listed', async () => {
  const wanted = order({ video: of('short'), audio: of('audio'), container: 'mp4' })
  const merging = fetchMerge(engine, wanted)
  const id = `${wanted.task}.1`
  await sleep(50)
  const [list] = (await listsOf(id)).slice(-1)
  expect(list!.fragments.reduce((sum, one) => sum + one.seconds, 0)).toBeCloseTo(12, 0)
  const { end } = list!.fragments.at(-1)!
  expect(((await bytesOf(id, end - 100, end)) as Buffer).length).toBe(100)
  expect(await bytesOf(id, end, end + 1)).toBe(404)
  expect(await bytesOf(id, 5, 5)).toBe(404)
  await merging
})

test('has a place for a few slow readers of one file only', async () => {
  const wanted = order({ video: of('video'), audio: of('audio'), container: 'mp4' })
  const merging = fetchMerge(engine, wanted)
  const id = `${wanted.task}.1`
  await sleep(50)
  const [list] = (await listsOf(id)).slice(-1)
  const end = list!.fragments.at(-1)!.end
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
  await merging
})

test('keeps picture and sound within 40 ms of each other', async () => {
  const wanted = order({ video: of('flashes'), audio: of('beeps'), container: 'mp4' })
  const merging = fetchMerge(engine, wanted)
  const id = `${wanted.task}.1`
  await sleep(50)
  const [list] = (await listsOf(id)).slice(-1)
  const copy = path.join(engine.workDir, 'marks.mp4')
  writeFileSync(copy, (await bytesOf(id, 0, list!.fragments.at(-1)!.end)) as Buffer)
  await merging
  const { flashes, beeps } = marksOf(copy)
  expect(beeps.length).toBeGreaterThan(100)
  const apart = beeps.map((beep) => Math.min(...flashes.map((flash) => Math.abs(flash - beep))))
  expect(Math.max(...apart)).toBeLessThanOrEqual(0.04)
})

test('has no copy of tracks that browsers do not play', async () => {
  const wanted = order({ video: of('vp8'), audio: of('opus'), container: 'webm' })
  const merging = fetchMerge(engine, wanted)
  await sleep(50)
  expect(await listOf(`${wanted.task}.1`)).toBe(404)
  await merging
})

test('the watched sound of an MP3 is the sound of its source', async () => {
  const wanted = order({ video: null, audio: of('audio'), container: 'mp3', kbps: 128 })
  const merging = fetchMerge(engine, wanted)
  const id = `${wanted.task}.1`
  await sleep(50)
  const [list] = (await listsOf(id)).slice(-1)
  const copy = path.join(engine.workDir, 'sound.mp4')
  writeFileSync(copy, (await bytesOf(id, 0, list!.fragments.at(-1)!.end)) as Buffer)
  expect(packets(copy, 'a')).toEqual(packets(media('audio.m4a'), 'a'))
  await merging
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
