import { afterEach, beforeAll, afterAll, expect, test, vi } from 'vitest'
import { bytesPath, mergeId, storedPath } from '#contract/engine/merge.ts'
import { hasProgram } from '../../../merger/process/run.ts'
import { rendition } from '../../builders.ts'
import { events, order, post, ref, startEngine, type Engine } from './lib/engine.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

const MB = 1024 ** 2

let origin: Origin
let engine: Engine | undefined
const video = (name: string) => rendition({ id: name, kind: 'video', url: origin.url(name) })
const audio = () =>
  rendition({ id: 'a', kind: 'audio', url: origin.url('plain/large.m4a'), container: 'm4a' })
const orderOf = (name: string) => order({ video: ref(video(name)), audio: ref(audio()), container: 'mp4' })
const extraction = () => ({
  renditions: [video('plain/large.mp4'), video('hang/big.mp4'), audio()],
})

beforeAll(async () => {
  origin = await startOrigin(9301)
})
afterEach(() => engine?.close())
afterAll(() => origin.close())

test('ends an attempt with a reader at its maximum age', async () => {
  engine = await startEngine(9302, extraction, { limits: { leaseMs: 60_000, maxAgeMs: 800 } })
  const mergeOrder = orderOf('hang/big.mp4')
  await post(engine, mergeOrder)
  const reading = async () => {
    for await (const line of events(engine!, mergeId(mergeOrder.task, 1))) expect(line.proof).toBeUndefined()
  }
  await expect(reading()).rejects.toThrow()
  await expect.poll(() => engine!.leftovers()).toEqual([])
  expect((await fetch(`${engine.origin}/merges/${mergeId(mergeOrder.task, 1)}/events`)).status).toBe(404)
})

test.skipIf(!hasProgram('fallocate'))('responds with 416 only for bytes no longer on disk', async () => {
  engine = await startEngine(9303, extraction)
  const mergeOrder = orderOf('plain/large.mp4')
  const id = mergeId(mergeOrder.task, 1)
  await post(engine, mergeOrder)
  const ask = (start: number, end: number) => fetch(engine!.origin + bytesPath(id, start, end, 0))
  let size = 0
  let from = 0
  for await (const line of events(engine, id)) {
    const whole = Math.floor(line.final / (8 * MB)) * 8 * MB
    await fetch(engine.origin + storedPath(id, whole), { method: 'POST' })
    from = line.from
    size = line.size ?? 0
  }
  expect(size).toBeGreaterThan(100 * MB)
  expect((await ask(from, from + 1)).status).toBe(416)
  expect((await ask(0, from + 1)).status).toBe(416)
  expect((await ask(from + 8 * MB - 1, from + 8 * MB)).status).toBe(416)
  expect((await ask(0, from)).status).toBe(200)
  expect((await ask(size - 1_000, size)).status).toBe(200)
})

test('logs neither task id nor link', async () => {
  engine = await startEngine(9304, extraction)
  const mergeOrder = orderOf('hang/big.mp4')
  const lines: string[] = []
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => Boolean(lines.push(String(text))))
  try {
    await post(engine, mergeOrder)
    await fetch(`${engine.origin}/merges/${mergeId(mergeOrder.task, 1)}`, { method: 'DELETE' })
    await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('"event":"attempt"')
  } finally {
    write.mockRestore()
  }
  const line = lines.find((one) => one.includes('"event":"attempt"'))
  expect(JSON.parse(line!)).toMatchObject({ attempt: 1, code: expect.any(String) as string })
  expect(line).not.toContain(mergeOrder.task)
  expect(line).not.toContain(mergeOrder.plan.source_url)
})
