import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeId, storedPath, type MergeEvent } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { Backlog, BACKLOG_LIMITS } from '../../../merger/merge/backlog.ts'
import { events, order, post, ref, startEngine, type Engine } from './lib/engine.ts'
import { rendition } from '../../builders.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

const MB = 1024 ** 2

test('pauses the download at 64 MiB of unstored bytes', () => {
  const backlog = new Backlog(8 * MB)
  backlog.grown = 72 * MB
  expect(backlog.hasRoom(0)).toBe(true)
  backlog.grown += 1
  expect(backlog.hasRoom(0)).toBe(false)
  backlog.acknowledge(16 * MB)
  expect(backlog.hasRoom(0)).toBe(true)
})

test('fails with "internal" after a minute of pause', () => {
  const backlog = new Backlog(8 * MB)
  backlog.grown = 80 * MB
  expect(backlog.hasRoom(1_000)).toBe(false)
  expect(backlog.hasRoom(60_999)).toBe(false)
  const failure = expect(() => backlog.hasRoom(61_000))
  failure.toThrow(Failure)
  failure.toThrow(expect.objectContaining({ code: 'internal', cause: expect.stringContaining('watermark') }))
})

test('restarts the time limit of a pause only by stored bytes', () => {
  const backlog = new Backlog(8 * MB)
  backlog.grown = 200 * MB
  expect(backlog.hasRoom(0)).toBe(false)
  backlog.acknowledge(16 * MB)
  expect(backlog.hasRoom(50_000)).toBe(false)
  expect(backlog.hasRoom(109_000)).toBe(false)
  backlog.acknowledge(16 * MB)
  backlog.acknowledge(0)
  expect(backlog.stored).toBe(16 * MB)
  expect(() => backlog.hasRoom(110_000)).toThrow(Failure)
})

test('counts only existing bytes as stored', () => {
  const backlog = new Backlog(8 * MB)
  backlog.grown = 20 * MB
  backlog.acknowledge(4_000 * MB)
  expect([backlog.stored, backlog.bytes]).toEqual([20 * MB, 0])
  backlog.grown = 30 * MB
  expect([backlog.stored, backlog.bytes]).toEqual([20 * MB, 10 * MB])
})

let origin: Origin
let engine: Engine
const video = () => rendition({ id: 'v', kind: 'video', url: origin.url('plain/large.mp4') })
const audio = () =>
  rendition({ id: 'a', kind: 'audio', url: origin.url('plain/large.m4a'), container: 'm4a' })
const start = async () => {
  const mergeOrder = order({ video: ref(video()), audio: ref(audio()), container: 'mp4' })
  expect((await post(engine, mergeOrder)).status).toBe(200)
  return mergeId(mergeOrder.task, mergeOrder.attempt)
}
const lastOf = async (
  lines: AsyncIterable<MergeEvent>,
  each: (line: MergeEvent) => void = () => undefined,
) => {
  let last: MergeEvent | undefined
  for await (const line of lines) each((last = line))
  return last
}

beforeAll(async () => {
  origin = await startOrigin(9297)
  const backlog = { ...BACKLOG_LIMITS, bytes: 16 * MB, stallMs: 1_500 }
  engine = await startEngine(9298, () => ({ renditions: [video(), audio()] }), { backlog })
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

test('fails with "internal" without any acknowledgement', async () => {
  const last = await lastOf(events(engine, await start()))
  expect(last?.failed).toMatchObject({ code: 'internal', detail: expect.stringContaining('watermark') })
})

test('accepts acknowledgements beyond the fetched bytes', async () => {
  const id = await start()
  const last = await lastOf(events(engine, id), ({ final }) => {
    const whole = Math.floor(final / (8 * MB)) * 8 * MB
    void fetch(engine.origin + storedPath(id, whole), { method: 'POST' })
  })
  expect(last?.failed).toBeUndefined()
  expect(last?.size).toBeGreaterThan(100 * MB)
})

test.for(['-1', '1.5', 'x', ''])('refuses the byte count stored="%s" with 400', async (stored) => {
  const id = await start()
  const answer = await fetch(`${engine.origin}/merges/${id}/stored?stored=${stored}`, { method: 'POST' })
  expect(answer.status).toBe(400)
  await fetch(`${engine.origin}/merges/${id}`, { method: 'DELETE' })
})
