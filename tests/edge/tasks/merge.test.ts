import { env } from 'cloudflare:workers'
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { assertWhole, eventually, objectsOf as objectsBelow } from '../eventually.ts'
import { expireFile, storedTask } from './task-rig.ts'
import {
  errorOf,
  merger,
  mergeRow,
  release,
  paste,
  startTask,
  statusOf,
  until,
  visit,
  visitor,
} from '../visit.ts'

const MB = 1024 ** 2
const nonceOf = (id: string) => id.slice(0, 22)
const stubOf = (id: string) => env.TASKS.getByName(nonceOf(id))
const objectsOf = (id: string) => objectsBelow(nonceOf(id))
const taskOf = (id: string) => storedTask(nonceOf(id))
const cleanedUp = (id: string) =>
  eventually(async () => (await taskOf(id)).pendingCleanup.length === 0, 'nothing is left to remove')

test('makes the file with a progress that never decreases (C6)', async () => {
  const { link, format } = await mergeRow('size=20000000&ms=700')
  const id = await startTask(format)
  expect(id).toMatch(/^[\w-]{30}$/)
  const seen = await until(id, 'completed')
  expect(
    new Set(seen.map((answer) => answer.status)).isSubsetOf(new Set(['queued', 'processing', 'completed'])),
  ).toBe(true)
  expect(seen.map((answer) => answer.progress)).toEqual(
    seen.map((answer) => answer.progress).toSorted((a, b) => a - b),
  )
  const last = seen.at(-1)!
  expect(last.progress).toBe(100)
  expect(last.actual_sizes).toEqual({ final_file: 20_000_000, combined_streams: 20_000_001 })
  expect(last.proof).toMatchObject({ video_codec: 'h264', audio_codec: 'aac' })
  expect(last.expires_at! - Date.now()).toBeGreaterThan(3_590_000)
  expect(seen.some((answer) => answer.message === 'Downloading video and audio')).toBe(true)
  await assertWhole(id, 20_000_000)
  await eventually(async () => (await merger(link)).deletes === 1, 'the merge is deleted at the merger')
})

test('answers 404 before the last part, the index', async () => {
  // The file has four parts, and part 1 contains the index. While the merge runs, the edge requests parts 2
  // and 3. When the merge ends, these two parts have not arrived yet. The edge then requests part 4. It
  // requests part 1 last.
  const { link, format } = await mergeRow(`size=${30 * MB}&ms=300&slow=600&from=${8 * MB}&hold=0.9`)
  const id = await startTask(format)
  const early = await visit(`/api/download/file/${id}`)
  expect(early.status).toBe(404)
  await release(link)
  await until(id, 'completed')
  expect(await merger(link)).toMatchObject({ pulls: 4, lastPull: 0 })
  await assertWhole(id, 30 * MB)
})

test('makes one merge for a hundred starts of a ticket', async () => {
  const { link, format } = await mergeRow('size=1000')
  // Each start comes from another IP address, because one visitor may start only twenty merges a minute.
  const ids = await Promise.all(Array.from({ length: 100 }, () => startTask(format)))
  expect(new Set(ids).size).toBe(1)
  await until(ids[0]!, 'completed')
  expect(await startTask(format)).toBe(ids[0])
  expect((await merger(link)).starts).toBe(1)
  expect(await objectsOf(ids[0]!)).toHaveLength(1)
})

test('gives each visitor of a link a task of their own (C3)', async () => {
  const link = `https://media.test/pairs/${crypto.randomUUID()}?size=1000`
  const [mine, yours] = await Promise.all([paste(link), paste(link)])
  const [a, b] = [await startTask(mine.formats[0]!), await startTask(yours.formats[0]!)]
  expect(a).not.toBe(b)
})

test('continues after its Durable Object is reset', async () => {
  const { link, format } = await mergeRow(`size=${40 * MB}&ms=1500&hold=0.6`)
  const id = await startTask(format)
  await eventually(async () => (await statusOf(id)).progress > 20, 'some progress')
  await expect(
    runInDurableObject(stubOf(id), (_, state) => state.abort('reset by the test')),
  ).rejects.toThrow()
  const before = (await merger(link)).attaches
  await eventually(async () => (await merger(link)).attaches > before, 'another connection')
  await release(link)
  await until(id, 'completed')
  await assertWhole(id, 40 * MB)
  expect((await merger(link)).starts).toBe(1)
})

test('restores its state after an eviction', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  await evictDurableObject(stubOf(id))
  expect((await statusOf(id)).status).toBe('completed')
})

test('continues the same attempt after a cut event stream', async () => {
  const { link, format } = await mergeRow('size=9000000&ms=600&cut=3')
  const id = await startTask(format)
  await until(id, 'completed')
  expect((await merger(link)).starts).toBe(1)
  await assertWhole(id, 9_000_000)
})

test('starts another attempt if the merger has forgotten it', async () => {
  const { link, format } = await mergeRow('size=12000000&ms=1500&vanish=1')
  const id = await startTask(format)
  const seen = await until(id, 'completed')
  expect(seen.some((answer) => answer.message === 'Trying again')).toBe(true)
  expect((await merger(link)).starts).toBe(2)
  await assertWhole(id, 12_000_000)
  await cleanedUp(id)
  expect(await objectsOf(id)).toHaveLength(1)
})

test('stays queued while every merger is at capacity', async () => {
  const { format } = await mergeRow('size=1000&busy=1')
  const id = await startTask(format)
  await eventually(
    async () => (await statusOf(id)).message === 'Waiting for a free machine',
    'the message says that the task waits',
  )
  expect((await statusOf(id)).status).toBe('queued')
  await until(id, 'completed')
})

test('ends at once after a permanent failure', async () => {
  const { link, format } = await mergeRow(`size=${20 * MB}&ms=300&break=drm`)
  const id = await startTask(format)
  await eventually(async () => (await statusOf(id)).status === 'failed', 'the task fails')
  expect(await statusOf(id)).toMatchObject({ code: 'drm', message: expect.stringContaining('protected') })
  expect((await merger(link)).starts).toBe(1)
  await cleanedUp(id)
  expect(await objectsOf(id)).toHaveLength(0)
})

test('starts a failed task again by its ticket', async () => {
  const { format } = await mergeRow('size=1000&break=format_gone&failures=1&ms=100')
  const id = await startTask(format)
  await eventually(async () => (await statusOf(id)).status === 'failed', 'the first generation fails')
  expect(await startTask(format)).toBe(id)
  await until(id, 'completed')
  const task = await taskOf(id)
  expect(task).toMatchObject({ generation: 2, lastAttemptId: 2 })
  expect((await visit(`/api/download/file/${id}`)).headers.get('etag')).toMatch(/^"2-/)
})

test('a failed task can be started again with only its task id', async () => {
  const { format } = await mergeRow('size=1000&break=drm&failures=1&ms=100')
  const id = await startTask(format)
  await eventually(async () => (await statusOf(id)).status === 'failed', 'the task fails')
  const answer = await visit(`/api/download/start-merge?task_id=${id}`)
  expect(await answer.json()).toEqual({ task_id: id })
  await until(id, 'completed')
})

test('ends the merge when the visitor cancels', async () => {
  const { format, link } = await mergeRow(`size=${40 * MB}&ms=20000`)
  const me = visitor()
  const id = await startTask(format)
  await eventually(async () => (await statusOf(id)).progress > 0, 'the task runs')
  expect((await me(`/api/download/task/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await statusOf(id)).toMatchObject({ status: 'failed', code: 'cancelled' })
  await eventually(async () => (await merger(link)).deletes === 1, 'the merge is ended')
  await cleanedUp(id)
  expect(await objectsOf(id)).toHaveLength(0)
})

test('deleting a completed task removes its file at once (C2)', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  await visit(`/api/download/task/${id}`, { method: 'DELETE' })
  expect((await visit(`/api/download/file/${id}`, { method: 'HEAD' })).status).toBe(404)
  expect(await errorOf(await visit(`/api/download/status/${id}`))).toMatchObject({
    status: 404,
    code: 'file_gone',
  })
  await eventually(async () => (await objectsOf(id)).length === 0, 'the object is gone')
})

test('answers 404 after expiry and deletes the object (C1)', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  await cleanedUp(id)
  // Makes the file expire. Also deletes the alarm of the task, because the alarm could delete the stored file
  // before the requests below.
  await expireFile(nonceOf(id))
  await runInDurableObject(stubOf(id), (_, state) => state.storage.deleteAlarm())
  await evictDurableObject(stubOf(id))
  expect((await visit(`/api/download/file/${id}`)).status).toBe(404)
  expect((await visit(`/api/download/status/${id}`)).status).toBe(404)
  expect(await objectsOf(id)).toHaveLength(1)
  await runInDurableObject(stubOf(id), (instance) => instance.alarm())
  expect(await objectsOf(id)).toHaveLength(0)
  const task = await taskOf(id)
  expect(task.state.status).toBe('expired')
  expect(task.state).not.toHaveProperty('file')
})
