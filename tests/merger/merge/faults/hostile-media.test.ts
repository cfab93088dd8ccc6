import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureRow } from '#contract/failure.ts'
import { hasProgram } from '../../../../merger/process/run.ts'
import { indexReserveFor } from '../../../../merger/merge/index-reserve.ts'
import { indexFirst } from '../../../../merger/merge/sources/index-first.ts'
import { rendition } from '../../../builders.ts'
import { fetchFailure, fetchMerge, order, post, ref, startEngine, type Engine } from '../lib/engine.ts'
import { workingIn } from '../lib/fork-engine.ts'
import { media, mediaFolder } from '../lib/media.ts'
import { startOrigin, type Origin } from '../lib/origin.ts'

const MB = 1024 ** 2

let origin: Origin
let engine: Engine
const video = (name: string, transport: 'http' | 'hls' = 'http') =>
  rendition({ id: name, kind: 'video', url: origin.url(name), transport })
const sources = () => [
  video('plain/crafted-head.mp4'),
  video('plain/crafted-boxes.mp4'),
  video('plain/no-index.mp4'),
  video('plain/crafted.webm'),
  video('plain/crafted-long.mp4'),
  video('plain/crafted-infinite.m3u8', 'hls'),
  video('plain/huffyuv.avi'),
  video('plain/three-hours.mp4'),
  video('plain/unknown-length.mkv'),
  video('plain/tall.mp4'),
  video('hang/big.mp4'),
]
const orderOf = (id: string, container: 'mp4' | 'gif' = 'mp4') =>
  order({ video: ref(sources().find((one) => one.id === id)!), audio: null, container })

/** Builds a box of an MP4 file (ISO base media file format) from its type and content. */
function box(type: string, content = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(8, type.padStart(8), 'latin1')
  header.writeUInt32BE(8 + content.length)
  return Buffer.concat([header, content])
}

beforeAll(async () => {
  const craft = (name: string, bytes: Buffer | string) => writeFileSync(path.join(mediaFolder, name), bytes)
  const long = readFileSync(media('video.mp4'))
  // Sets the duration in the movie header (mvhd) to 0xfffffffe milliseconds, which is 49 days.
  long.writeUInt32BE(0xfffffffe, long.indexOf('mvhd') + 20)
  craft('crafted-long.mp4', long)
  // crafted-head.mp4 ends with a segment index (sidx) whose fields are missing.
  craft('crafted-head.mp4', Buffer.concat([box('ftyp', Buffer.alloc(8)), box('sidx')]))
  // crafted-boxes.mp4 consists of a million empty boxes.
  craft('crafted-boxes.mp4', Buffer.alloc(8_000_000, box('free')))
  craft('no-index.mp4', Buffer.concat([box('ftyp', Buffer.alloc(8)), box('free', Buffer.alloc(1_000))]))
  // crafted.webm has a segment of unknown size, which is filled with empty elements.
  const header = Buffer.from('1a45dfa384428200001853806701ffffffffffffff', 'hex')
  craft('crafted.webm', Buffer.concat([header, Buffer.alloc(2_000_000, Buffer.from('ec80', 'hex'))]))
  const segment = `#EXTINF:${'9'.repeat(400)},\n/plain/hls/video0.ts\n`
  craft('crafted-infinite.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${segment}#EXT-X-ENDLIST\n`)
  media('hls/video.m3u8')
  origin = await startOrigin(9311)
  engine = await startEngine(9312, () => ({ renditions: sources() }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

test.each(['plain/crafted-head.mp4', 'plain/crafted-boxes.mp4', 'plain/crafted.webm'])(
  'fails with `unreadable` on malformed first bytes of %s',
  async (id) => {
    const failed = await fetchFailure(engine, orderOf(id))
    expect(failed.code).toBe('unreadable')
    expect(failureRow('unreadable').retry).toBeUndefined()
  },
)

test('fails as unreadable on an mp4 without index in attempt 2', async () => {
  const first = orderOf('plain/no-index.mp4')
  expect((await fetchFailure(engine, first)).code).toBe('merge_failed')
  expect((await fetchFailure(engine, { ...first, attempt: 2 })).code).toBe('unreadable')
})

test('fails with too_big on a claim of over four hours', async () => {
  expect((await fetchFailure(engine, orderOf('plain/crafted-long.mp4'))).code).toBe('too_big')
})

test('a playlist that claims an infinite duration can be merged', async () => {
  const { last } = await fetchMerge(engine, orderOf('plain/crafted-infinite.m3u8'))
  expect(last.failed).toBeUndefined()
  expect(last.proof?.duration).toBeCloseTo(2, 0)
})

test('fails as unreadable on a decoder that is not allowed', async () => {
  const failed = await fetchFailure(engine, orderOf('plain/huffyuv.avi', 'gif'))
  expect(failed.code).toBe('unreadable')
  expect(failed.detail).toContain('not on whitelist')
})

test.each(['plain/three-hours.mp4', 'plain/unknown-length.mkv'])(
  'fails with too_big on a GIF of over a minute from %s',
  async (id) => {
    expect((await fetchFailure(engine, orderOf(id, 'gif'))).code).toBe('too_big')
  },
)

test('limits the longer side of a GIF to 480 pixels', async () => {
  const { last } = await fetchMerge(engine, orderOf('plain/tall.mp4', 'gif'))
  expect(last.proof).toMatchObject({ container: 'gif', height: 480 })
})

test('indexReserveFor stays within MAX_INDEX_BYTES', () => {
  const absurd = { duration: 1e12, fps: 1e9, packets: 1e9, extras: 0 }
  expect(indexReserveFor('mp4', absurd)).toBe(256 * MB)
  expect(indexReserveFor('webm', { ...absurd, duration: Infinity })).toBe(256 * MB)
  expect(indexReserveFor('mp4', { duration: 10, fps: 30, packets: 50, extras: 0 }, 1e12)).toBe(256 * MB)
})

test('stops its index search among a million empty mp4 boxes', async () => {
  const file = readFileSync(media('video-late.mp4'))
  const moovStart = file.indexOf('moov') - 4
  const readIndexFirst = async (padding: Buffer) => {
    const source = {
      head: file.subarray(0, 64 * 1024),
      size: file.length + padding.length,
      hasRanges: true,
      async *slice() {
        yield padding
        yield file.subarray(moovStart)
      },
    }
    return indexFirst(source)
  }
  const empty = box('free').toString('latin1')
  expect(await readIndexFirst(Buffer.from(empty.repeat(10), 'latin1'))).not.toBeNull()
  expect(await readIndexFirst(Buffer.from(empty.repeat(1_000_000), 'latin1'))).toBeNull()
})

test.skipIf(!hasProgram('prlimit')).for([['hang/big.mp4', 1024 * MB, 'unlimited']] as const)(
  'limits and filters the child process that merges %s',
  async ([id, memory, fileBytes]) => {
    const mergeOrder = orderOf(id)
    await post(engine, mergeOrder)
    const limits = () => {
      const [pid] = workingIn(engine.workDir)
      return pid ? readFileSync(`/proc/${pid}/limits`, 'utf8') : ''
    }
    await expect.poll(limits, { timeout: 20_000 }).toMatch(new RegExp(`Max address space +${memory} `))
    expect(limits()).toMatch(new RegExp(`Max file size +${fileBytes} `))
    const [pid] = workingIn(engine.workDir)
    await expect.poll(() => readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m)
    await fetch(`${engine.origin}/merges/${mergeOrder.task}.1`, { method: 'DELETE' })
  },
)
