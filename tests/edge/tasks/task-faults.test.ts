import { env } from 'cloudflare:workers'
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { PART_BYTES, TASK_MEMORY_MS } from '#contract/limits.ts'
import { MAX_PULLS } from '../../../edge/tasks/puller.ts'
import { attemptOf } from '../../../edge/tasks/task-machine.ts'
import type { Task } from '../../../edge/tasks/task.ts'
import { assertWhole, eventually, objectsOf } from '../eventually.ts'
import { faultless } from './failing-bucket.ts'
import { expireFile, mergersWith, startOn } from './task-rig.ts'
import { merger, mergeRow, startTask, visit } from '../visit.ts'

// Tests faults of the network between the edge and its mergers, slow mergers, and tasks that expire
// (docs/faults.md, 17 to 30).

const SIZE = 2 * PART_BYTES + 1_000

test('survives lost, late and disordered event lines', async () => {
  const started = await startOn(faultless, `size=${SIZE}&ms=4500`, { stallMs: 3_000 }, mergersWith('lossy'))
  const seen: number[] = []
  await eventually(async () => {
    const { progress, status } = (await started.stub.read())!
    seen.push(progress)
    return status === 'completed'
  }, 'the task completes')
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(new Set(seen).size).toBeGreaterThan(3)
  await started.ends('completed')
  expect(await started.task()).toMatchObject({ lastAttemptId: 1 })
  expect(started.bucket.calls).toMatchObject({ create: 1, part: 3, complete: 1 })
  await assertWhole(started.id, SIZE)
})

test('runs one merge although an order is sent again', async () => {
  const started = await startOn(faultless, `size=${SIZE}&ms=300`, {}, mergersWith('lost-answer'))
  await started.ends('completed')
  expect(await started.task()).toMatchObject({ lastAttemptId: 1 })
  expect(await merger(started.link)).toMatchObject({ posts: 2, starts: 1 })
  await assertWhole(started.id, SIZE)
})

test('completes or breaks off a download at expiry', async () => {
  const size = 30 * 1024 ** 2
  const started = await startOn(faultless, `size=${size}`)
  await started.ends('completed')
  const path = `/api/download/file/${started.id}`
  const answer = await visit(path)
  const reader = answer.body!.getReader()
  let length = (await reader.read()).value!.length
  expect(length).toBeLessThan(size)
  await expireFile(started.nonce)
  await evictDurableObject(started.stub)
  await runInDurableObject(started.stub, (object) => object.alarm())
  expect(await objectsOf(started.nonce)).toEqual([])
  const end = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) length += next.value.length
    return 'clean'
  })().catch(() => 'broken')
  // The download may complete or break off. This depends on how many bytes have already arrived from R2.
  if ((await end) === 'clean') expect(length).toBe(size)
  expect(Number(answer.headers.get('content-length'))).toBe(size)
  expect((await visit(path)).status).toBe(404)
  expect((await visit(path, { headers: { range: 'bytes=100-' } })).status).toBe(404)
})

test.each([
  ['a platform', 'https://vimeo.com/76979871?size=1000', ['vimeo']],
  ['an unknown site', 'https://media.test/pairs/x?size=1000', []],
])('asks which exit the merge of %s may use', async (_, source_url, platforms) => {
  const asked: string[] = []
  const choose = async (platform: string) => {
    asked.push(platform)
    return { exit: 'home' }
  }
  const REFUSALS = { getByName: () => ({ choose }) }
  const { task } = await startOn(faultless, '', {}, undefined, { source_url }, (own) => ({
    ...own,
    REFUSALS,
  }))
  await eventually(async () => (await task()).state.status === 'completed', 'the task completes')
  expect(asked).toEqual(platforms)
})

test('stays queued while its merger starts slowly', async () => {
  const started = await startOn(faultless, 'size=1000', { stallMs: 500 }, mergersWith('cold'))
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(await started.stub.read()).toMatchObject({
    status: 'queued',
    message: { key: 'starting' },
    progress: 0,
  })
  await started.ends('completed')
  expect(await started.task()).toMatchObject({ lastAttemptId: 1, attemptsInRun: 1 })
  expect(await merger(started.link)).toMatchObject({ posts: 1, starts: 1 })
  await assertWhole(started.id, 1_000)
})

test('uses only the merger whose response arrived', async () => {
  const started = await startOn(faultless, `size=${SIZE}&ms=300`, {}, mergersWith('lost-answer', 'elsewhere'))
  await eventually(async () => (await started.task()).state.status === 'completed', 'the task completes')
  await started.cleanedUp()
  // The edge deletes only the merge of the second merger. The first merger ends its own merge when the lease
  // expires.
  expect(await merger(started.link)).toMatchObject({ starts: 2, attaches: 1, pulls: 3, deletes: 1 })
  expect(await started.task()).toMatchObject({ lastAttemptId: 1 })
  expect(started.bucket.calls).toMatchObject({ create: 1, part: 3, complete: 1 })
  expect(started.bucket.open.size).toBe(0)
  expect(await objectsOf(started.nonce)).toHaveLength(1)
  await assertWhole(started.id, SIZE)
})

test('replaces an attempt without progress', async () => {
  const started = await startOn(faultless, `size=${SIZE}&ms=1000&stuck=1`, { stallMs: 3_000 })
  await started.ends('completed')
  expect(await started.task()).toMatchObject({ lastAttemptId: 2 })
  expect(await merger(started.link)).toMatchObject({ starts: 2, deletes: 2 })
  await assertWhole(started.id, SIZE)
})

test('ignores unknown fields of a newer merger', async () => {
  const started = await startOn(faultless, `size=${SIZE}&ms=300`, {}, mergersWith('unknown-fields'))
  await started.ends('completed')
  expect(await started.task()).toMatchObject({ lastAttemptId: 1 })
  await assertWhole(started.id, SIZE)
})

test('completes although nobody polls its status', async () => {
  const { link, format } = await mergeRow(`size=${SIZE}&ms=1000`)
  const id = await startTask(format)
  await eventually(async () => (await merger(link)).deletes === 1, 'the merge is complete and deleted')
  expect(await merger(link)).toMatchObject({ starts: 1, attaches: 1, pulls: 3 })
  expect(await objectsOf(id.slice(0, 22))).toHaveLength(1)
  await assertWhole(id, SIZE)
})

test('ends an attempt that sends a part of another length', async () => {
  const started = await startOn(faultless, `size=${SIZE}&short=1`)
  await started.ends('completed')
  expect(await started.task()).toMatchObject({ lastAttemptId: 2 })
  await assertWhole(started.id, SIZE)
})

test('tells the merger the watermark of at most three parts', async () => {
  const started = await startOn(faultless, `size=${8 * PART_BYTES}&slow=150`)
  await started.ends('completed')
  expect(await merger(started.link)).toMatchObject({ maxPulls: MAX_PULLS, pulls: 8 })
  expect((await merger(started.link)).highestWatermark).toBeGreaterThanOrEqual(4 * PART_BYTES)
})

test('tries the other mergers first in the second attempt', async () => {
  const mergers = `${env.MERGER_ORIGIN} ${mergersWith('elsewhere')}`
  // The first attempt fails after 0.75 seconds, and the second one takes 1.5 seconds. Both are long enough
  // for the loop below to see the merger of each attempt.
  const started = await startOn(faultless, 'size=1000&ms=1500&break=merge_failed&failures=1', {}, mergers)
  const used: string[] = []
  await eventually(async () => {
    const task = await started.task()
    const attempt = attemptOf(task)
    if (attempt && used.at(-1) !== attempt.merger) used.push(attempt.merger)
    return task.state.status === 'completed'
  }, 'the task completes')
  expect(used).toEqual(['local:0', 'local:1'])
})

test('deletes its storage one day after its end', async () => {
  const started = await startOn(faultless, 'size=1000&break=drm')
  await started.ends('failed')
  await runInDurableObject(started.stub, (_, state) => {
    const task = state.storage.kv.get<Task>('task')!
    state.storage.kv.put('task', { ...task, state: { ...task.state, endedAt: Date.now() - TASK_MEMORY_MS } })
  })
  await evictDurableObject(started.stub)
  await runInDurableObject(started.stub, (object) => object.alarm())
  expect(await started.stub.read()).toBeNull()
  await runInDurableObject(started.stub, async (_, state) => {
    expect([...state.storage.kv.list()]).toEqual([])
    expect(await state.storage.getAlarm()).toBeNull()
  })
})
