import { statSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { workDeadline } from '../../../../merger/merge/deadline.ts'
import { rendition } from '../../../builders.ts'
import { fetchFailure, fetchMerge, order, ref, startEngine, type Engine } from '../lib/engine.ts'
import { media } from '../lib/media.ts'
import { startOrigin, type Origin } from '../lib/origin.ts'

const MINUTE = 60_000

let origin: Origin
let engine: Engine
const file = (name: string) => rendition({ id: name, kind: 'video', url: origin.url(name), height: 360 })
const playlist = (name: string) => ({ ...file(name), transport: 'hls' as const })
const sources = () => [
  file('trickle/big.mp4'),
  playlist('trickle/hls/video.m3u8'),
  file('hang/big.mp4'),
  file('plain/silent.mp4'),
]
const orderOf = (id: string) =>
  order({ video: ref(sources().find((one) => one.id === id)!), audio: null, container: 'mp4' })

beforeAll(async () => {
  // The media are created before the tests. Creating them blocks the event loop, which would disturb the
  // measured rate of a source.
  for (const name of ['big.mp4', 'hls/video.m3u8', 'silent.mp4']) media(name)
  origin = await startOrigin(9321)
})
afterEach(() => engine.close())
afterAll(() => origin.close())

test.each([
  ['trickle/big.mp4', 9322],
  ['trickle/hls/video.m3u8', 9325],
])('frees the slot of the too slow source %s', async (id, port) => {
  const leastRate = { bytesPerSecond: 32_000, windowMs: 3_000 }
  engine = await startEngine(port, () => ({ renditions: sources() }), { leastRate })
  expect(await fetchFailure(engine, orderOf(id))).toMatchObject({
    code: 'too_slow',
    detail: expect.stringContaining('bytes per second'),
  })
  expect([engine.load().busy, engine.leftovers()]).toEqual([0, []])
})

test('frees the slot of an attempt at its deadline', async () => {
  engine = await startEngine(9323, () => ({ renditions: sources() }), { workDeadline: () => 1_500 })
  expect(await fetchFailure(engine, orderOf('hang/big.mp4'))).toMatchObject({
    code: 'too_slow',
    detail: expect.stringContaining('not done'),
  })
  expect([engine.load().busy, engine.leftovers()]).toEqual([0, []])
})

test('computes the deadline again from size and duration', async () => {
  const known: [number | null, number | null][] = []
  engine = await startEngine(9324, () => ({ renditions: sources(), duration: 3 }), {
    workDeadline: (bytes, seconds) => {
      known.push([bytes, seconds])
      return workDeadline(bytes, seconds)
    },
  })
  const { last } = await fetchMerge(engine, orderOf('plain/silent.mp4'))
  expect(last.proof).toBeDefined()
  const { size } = statSync(media('silent.mp4'))
  expect(known).toEqual([
    [null, null],
    [size, 3],
  ])
})

test.each([
  [0, 0, 15],
  [1e9, 60, 25],
  [1e12, 60, 240],
  [null, 3_600, 24],
  [null, 4 * 3_600, 51],
  [null, null, 24],
])('gives %s bytes and %s seconds %i minutes', (bytes, seconds, minutes) => {
  expect(workDeadline(bytes, seconds)).toBe(minutes * MINUTE)
})
