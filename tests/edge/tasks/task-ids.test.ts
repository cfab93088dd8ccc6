import { env } from 'cloudflare:workers'
import { evictDurableObject, listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { hashOf } from '../../../edge/grants/seal.ts'
import { taskIdOf } from '../../../edge/grants/ticket.ts'
import { isReady } from '../../../edge/tasks/task-machine.ts'
import type { Task } from '../../../edge/tasks/task.ts'
import { eventually, objectsOf } from '../eventually.ts'
import { DROPPED, KEYS } from '../keys.ts'
import { withBlockList } from '../request/block-list.ts'
import { storedTask } from './task-rig.ts'
import { errorOf, mergeRow, startTask, statusOf, until, visit, visitor } from '../visit.ts'

const objects = async () => (await listDurableObjectIds(env.TASKS)).length
const withKeys = (current: string, keys: Record<string, string>) => ({
  ...env,
  GRANT_KEYS: JSON.stringify({ current, keys }),
})

test('refuses an altered id before it reads storage', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  const before = await objects()
  for (let at = 0; at < id.length; at++) {
    const other = id[at] === 'A' ? 'B' : 'A'
    const changed = `${id.slice(0, at)}${other}${id.slice(at + 1)}`
    expect((await visit(`/api/download/status/${changed}`)).status).toBe(404)
  }
  expect(await objects()).toBe(before)
})

test('accepts ids of the previous key only', async () => {
  const { format } = await mergeRow('size=1000')
  const nonce = (await startTask(format)).slice(0, 22)
  const previous = await taskIdOf(withKeys('old', KEYS.keys), nonce)
  const dropped = await taskIdOf(withKeys('gone', { gone: DROPPED }), nonce)
  expect((await statusOf(previous)).task_id).toBe(previous)
  expect((await visit(`/api/download/status/${dropped}`)).status).toBe(404)
})

test('does not start a blocked task again', async () => {
  const { format, link } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  await visit(`/api/download/task/${id}`, { method: 'DELETE' })
  await eventually(async () => (await objectsOf(id.slice(0, 22))).length === 0, 'the object is gone')
  await withBlockList({ hosts: [], platforms: [], links: [await hashOf(link)] }, async () => {
    const answer = await visit(`/api/download/start-merge?task_id=${id}`)
    expect(await errorOf(answer)).toMatchObject({ status: 451, code: 'blocked' })
  })
  const task = await runInDurableObject(env.TASKS.getByName(id.slice(0, 22)), (object) => object.read())
  expect(task).toBe(null)
})

test('finds a completed task by an expired ticket', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  const now = Date.now()
  const stub = env.TASKS.getByName(id.slice(0, 22))
  const isCleanedUp = async () => (await storedTask(id.slice(0, 22))).pendingCleanup.length === 0
  await eventually(isCleanedUp, 'the merge is deleted')
  // The ticket expires after an hour. The file must still exist then, so the test makes the file expire after
  // two hours.
  await runInDurableObject(stub, (_, state) => {
    const task = state.storage.kv.get<Task>('task')!
    if (!isReady(task)) throw new Error(`the task is ${task.state.status}`)
    const file = { ...task.state.file, expiresAt: now + 7_200_000 }
    state.storage.kv.put('task', { ...task, state: { ...task.state, file } })
  })
  await evictDurableObject(stub)
  vi.useFakeTimers({ toFake: ['Date'], now: now + 3_602_000 })
  try {
    const answer = await visit(format.url)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ task_id: id })
  } finally {
    vi.useRealTimers()
  }
})

test('refuses the twenty-first merge of a minute', async () => {
  const { format } = await mergeRow('size=1000')
  const me = visitor()
  const statuses: number[] = []
  for (let start = 0; start < 21; start++) {
    const answer = await me(format.url)
    statuses.push(answer.status)
    await answer.body?.cancel()
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(statuses[20]).toBe(429)
})
