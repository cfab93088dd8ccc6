import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { PART_BYTES } from '#contract/limits.ts'
import type { Task } from '../../../edge/tasks/task.ts'
import { assertWhole, eventually, objectsOf } from '../eventually.ts'
import { sound } from './failing-bucket.ts'
import { startOn, ways } from './task-rig.ts'
import { merger, mergeRow, startTask, visit } from '../visit.ts'

// Faults between the edge and its mergers, and of time; the numbers are rows of the list of faults.

const SIZE = 2 * PART_BYTES + 1_000

test('row 17: lines that are lost, late or out of order neither end an attempt nor take progress back', async () => {
  const it = await startOn(sound, `size=${SIZE}&ms=2500`, { stallMs: 1_000 }, ways('lossy'))
  const seen: number[] = []
  await eventually(
    async () => {
      const { progress, status } = (await it.stub.read())!
      seen.push(progress)
      return status === 'completed'
    },
    'it is done',
    40,
  )
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(new Set(seen).size).toBeGreaterThan(3)
  await it.ends('completed')
  expect(await it.task()).toMatchObject({ attempts: 1 })
  expect(it.bucket.calls).toMatchObject({ create: 1, part: 3, complete: 1 })
  await assertWhole(it.id, SIZE)
})

test('row 17: an order whose answer is lost is told again, and is one merge', async () => {
  const it = await startOn(sound, `size=${SIZE}&ms=300`, {}, ways('deaf'))
  await it.ends('completed')
  expect(await it.task()).toMatchObject({ attempts: 1 })
  expect(await merger(it.link)).toMatchObject({ posts: 2, starts: 1 })
  await assertWhole(it.id, SIZE)
})

test('row 21: a file that ends while it is read is read whole or breaks off, and nobody gets it anew', async () => {
  const size = 30 * 1024 ** 2
  const it = await startOn(sound, `size=${size}`)
  await it.ends('completed')
  const path = `/api/download/file/${it.id}`
  const answer = await visit(path)
  const reader = answer.body!.getReader()
  let length = (await reader.read()).value!.length
  expect(length).toBeLessThan(size)
  await runInDurableObject(it.stub, async (_, state) => {
    const task = state.storage.kv.get<Task>('task')!
    state.storage.kv.put('task', { ...task, file: { ...task.file!, expiresAt: Date.now() - 1 } })
  })
  await evictDurableObject(it.stub)
  await runInDurableObject(it.stub, (object) => object.alarm())
  expect(await objectsOf(it.nonce)).toEqual([])
  const end = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) length += next.value.length
    return 'clean'
  })().catch(() => 'broken')
  if ((await end) === 'clean') expect(length).toBe(size)
  expect(Number(answer.headers.get('content-length'))).toBe(size)
  expect((await visit(path)).status).toBe(404)
  expect((await visit(path, { headers: { range: 'bytes=100-' } })).status).toBe(404)
})

test('row 24: a merger that takes long to start leaves the task waiting, and costs it no attempt', async () => {
  const it = await startOn(sound, 'size=1000', { stallMs: 500 }, ways('cold'))
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(await it.stub.read()).toMatchObject({ status: 'queued', message: 'Starting', progress: 0 })
  await it.ends('completed')
  expect(await it.task()).toMatchObject({ attempts: 1, tries: 1 })
  expect(await merger(it.link)).toMatchObject({ posts: 1, starts: 1 })
  await assertWhole(it.id, 1_000)
})

test('row 25: of two mergers that took one order only the one that answered is read', async () => {
  const it = await startOn(sound, `size=${SIZE}&ms=300`, {}, ways('deaf', 'elsewhere'))
  await eventually(async () => (await it.task()).status === 'completed', 'it is done', 20)
  await eventually(async () => (await it.task()).leftovers.length === 0, 'nothing is left to remove', 20)
  // The first one holds a merge that nobody asks for, which its lease ends.
  expect(await merger(it.link)).toMatchObject({ starts: 2, attaches: 1, pulls: 3, deletes: 1 })
  expect(await it.task()).toMatchObject({ attempts: 1 })
  expect(it.bucket.calls).toMatchObject({ create: 1, part: 3, complete: 1 })
  expect(it.bucket.open.size).toBe(0)
  expect(await objectsOf(it.nonce)).toHaveLength(1)
  await assertWhole(it.id, SIZE)
})

test('an attempt whose bytes, parts and stage do not change is tried again although its lines go on', async () => {
  const it = await startOn(sound, `size=${SIZE}&ms=1000&stuck=1`, { stallMs: 1_500 })
  await it.ends('completed')
  expect(await it.task()).toMatchObject({ attempts: 2 })
  expect(await merger(it.link)).toMatchObject({ starts: 2, deletes: 2 })
  await assertWhole(it.id, SIZE)
})

test('row 28: what a newer merger says beyond what we know is passed over', async () => {
  const it = await startOn(sound, `size=${SIZE}&ms=300`, {}, ways('news'))
  await it.ends('completed')
  expect(await it.task()).toMatchObject({ attempts: 1 })
  await assertWhole(it.id, SIZE)
})

test('row 30: a task that nobody asks about goes on to its end, once', async () => {
  const { link, format } = await mergeRow(`size=${SIZE}&ms=1000`)
  const id = await startTask(format)
  await eventually(async () => (await merger(link)).deletes === 1, 'the merge is done and ended', 20)
  expect(await merger(link)).toMatchObject({ starts: 1, attaches: 1, pulls: 3 })
  expect(await objectsOf(id.slice(0, 22))).toHaveLength(1)
  await assertWhole(id, SIZE)
})
