import { expect, test } from 'vitest'
import { Readable } from 'node:stream'
import { boxes, boxOf } from '#media/mp4/boxes.ts'
import { mediaFacts } from '#media/media-head.ts'
import { readPackets } from '../../../merger/merge/clip/cut.ts'
import { excerptOf } from '../../../merger/merge/clip/excerpt.ts'
import { openingLength } from '../../../merger/merge/clip/opening.ts'
import { sampleSpans } from '../../../merger/merge/clip/mp4-spans.ts'
import { box, fullBox, movieHeader, track, u32 } from '../../media/lib/boxes.ts'
import { cpuSeconds, MOST_SECONDS } from '../../cpu-seconds.ts'

type Tables = { times: number[]; sizes: number[]; runs: number[]; offsets: number[] }

/** A film of samples that last 1 s each and are all key frames. */
function filmOf({ times, sizes, runs, offsets }: Tables): Buffer {
  const tables = Buffer.concat([
    fullBox('stts', 0, u32(times.length / 2, ...times)),
    fullBox('stsz', 0, u32(...sizes)),
    fullBox('stsc', 0, u32(runs.length / 3, ...runs)),
    fullBox('stco', 0, u32(offsets.length, ...offsets)),
  ])
  return box('moov', movieHeader(1_000, 10_000), track({ tables, ticks: 10_000 }))
}
function spansOf(tables: Tables, clip = { start: 3, end: 4 }) {
  const bytes = filmOf(tables)
  return sampleSpans(bytes, boxOf('moov', boxes(bytes))!, clip)
}
const TEN = { times: [10, 1_000], sizes: [0, 10, ...Array.from({ length: 10 }, () => 400_000)] }
const FAR = [0, 10e6, 20e6, 30e6, 40e6]

test('names the samples from the key frame to the end', () => {
  expect(spansOf({ ...TEN, runs: [1, 2, 1], offsets: FAR })).toEqual({
    earliest: 2,
    spans: [
      { start: 10e6, end: 10_799_999 },
      { start: 20e6, end: 20_799_999 },
    ],
  })
})

test('computes samples of one size without counting them', () => {
  const times = [2 ** 32 - 1, 1]
  const sizes = [4, 2 ** 32 - 1]
  const spans = spansOf(
    { times, sizes, runs: [1, 2 ** 32 - 1, 1], offsets: [100] },
    { start: 0, end: 900_000 },
  )
  expect(spans?.spans).toEqual([{ start: 100, end: 100 + 4 * 900_001_001 - 1 }])
})

test.each([
  ['chunks without samples', { ...TEN, runs: [1, 0, 1], offsets: FAR }],
  ['no chunks', { ...TEN, runs: [1, 2, 1], offsets: [] }],
])('names no bytes for %s', (_, tables) => {
  expect(spansOf(tables)).toBeNull()
})

test('reads no sizes beyond their table', () => {
  const sizes = [0, 2 ** 31, ...Array.from({ length: 10 }, () => 400_000)]
  expect(spansOf({ ...TEN, sizes, runs: [1, 2 ** 31, 1], offsets: [0] })?.spans).toEqual([
    { start: 800_000, end: 2_399_999 },
  ])
})

test('reads runs of chunks that go back only once', () => {
  const runs = Array.from({ length: 5_000 }, (_, n) => [n % 2 === 0 ? 1 : 4_000_000, 1, 1]).flat()
  const table = { ...TEN, runs, offsets: Array.from({ length: 5_000 }, () => 0) }
  expect(cpuSeconds(() => spansOf(table, { start: 8, end: 9 }))).toBeLessThan(MOST_SECONDS)
})

test('names no bytes in more than a hundred places', () => {
  const places = (count: number) => ({
    times: [count, 1_000],
    sizes: [400, count],
    runs: [1, 1, 1],
    offsets: Array.from({ length: count }, (_, n) => n * 1_000_000),
  })
  expect(spansOf(places(100), { start: 0, end: 200 })?.spans).toHaveLength(100)
  expect(spansOf(places(101), { start: 0, end: 200 })).toBeNull()
})

test.each([
  ['inside', 30_000_000, true],
  ['behind the end of', 10_000_000, false],
])('takes bytes %s the file', async (_, size, isTaken) => {
  const film = filmOf({ ...TEN, runs: [1, 2, 1], offsets: FAR })
  const head = Buffer.concat([box('ftyp', Buffer.from('isom'), u32(0)), film])
  const source = { head, size, hasRanges: true, slice: () => Readable.from([]) }
  const excerpt = await excerptOf(source as never, mediaFacts(head, size), { start: 3, end: 4 })
  expect(excerpt !== null).toBe(isTaken)
})

const MIB = 1024 ** 2
const START = box('ftyp', Buffer.from('isom'), u32(0))
const bigBox = (type: string, size: number) =>
  Buffer.concat([u32(size), Buffer.from(type), Buffer.alloc(100)])
const tag = (size: number) => Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, size >> 7, size & 0x7f])

test.each([
  ['media follow the index', 'mp4', Buffer.concat([START, box('moov'), bigBox('mdat', 9e6)]), 132],
  ['the index goes on', 'mp4', Buffer.concat([START, bigBox('moov', 200_000)]), 200_016 + 16_384],
  ['the index is large', 'mp4', Buffer.concat([START, bigBox('moov', 9e6)]), MIB],
  ['something else goes on', 'mp4', Buffer.concat([START, bigBox('free', 9e6)]), MIB],
  ['no cluster is seen', 'matroska', Buffer.from('1a45dfa3801853806701ffffffffffffff', 'hex'), MIB],
  ['a picture comes first', 'other', tag(10_000), 10_010 + 16_384],
] as const)('a clip reads the start of a source to its media: %s', (_, kind, head, length) => {
  expect(openingLength(head, kind)).toBe(length)
})

test('reads at most a million packets', async () => {
  const packets = (count: number) => Readable.from([`1.0,1.0,K__\n`.repeat(count)])
  expect(await readPackets(packets(1_000_000))).toHaveLength(1_000_000)
  await expect(readPackets(packets(1_000_001))).rejects.toMatchObject({ code: 'too_big' })
})
