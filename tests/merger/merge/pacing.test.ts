import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeId } from '#contract/engine/merge.ts'
import { rendition } from '../../builders.ts'
import { events, order, post, ref, startEngine, type Engine } from './lib/engine.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

const BACKLOG = { bytes: 2 * 1024 ** 2, stallMs: 1_000 }

let origin: Origin
let engine: Engine
const video = () => rendition({ id: 'video', kind: 'video', url: origin.url('plain/large.mp4') })

beforeAll(async () => {
  origin = await startOrigin(9317)
  engine = await startEngine(9318, () => ({ renditions: [video()] }), { backlog: BACKLOG })
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

test('pauses its source for the edge up to a time limit', async () => {
  const asked = order({ video: ref(video()), audio: null, container: 'mp4' })
  expect((await post(engine, asked)).status).toBe(200)
  let last
  for await (const line of events(engine, mergeId(asked.task, 1))) last = line
  expect(last?.failed?.code).toBe('internal')
  expect(last?.failed?.detail).toContain('source paused')
})
