import { expect, test } from 'vitest'
import { boxes } from '#media/mp4/boxes.ts'
import { readIndex } from '#media/mp4/moov.ts'
import { sampleSpans } from '#media/mp4/spans.ts'
import { cpuSeconds, MOST_SECONDS } from '../../cpu-seconds.ts'
import { FAR, filmOf, TEN, type Tables } from '../lib/film.ts'

function spansOf(tables: Tables, clip = { start: 3, end: 4 }) {
  const bytes = filmOf(tables)
  const [moov] = boxes(bytes)
  return sampleSpans(readIndex(bytes, moov!), clip)
}

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

test('walks a table of millions of far chunks in a bounded time', () => {
  const count = 2_000_000
  const offsets = Array.from({ length: count }, (_, n) => (n % 90) * 1_000_000)
  const bytes = filmOf({ times: [count, 1_000], sizes: [400, count], runs: [1, 1, 1], offsets })
  const [moov] = boxes(bytes)
  const clip = { start: 0, end: count }
  expect(cpuSeconds(() => sampleSpans(readIndex(bytes, moov!), clip))).toBeLessThan(MOST_SECONDS)
})
