import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect } from 'vitest'
import type { MergePlan } from '#contract/engine/merge.ts'
import { taskIdOf, type Order } from '../../../edge/grants/ticket.ts'
import type { AttachmentLimits } from '../../../edge/tasks/attachment-context.ts'
import type { MergeTask } from '../../../edge/tasks/merge-task.ts'
import { attemptOf, isReady, type TaskPauses } from '../../../edge/tasks/task-machine.ts'
import type { Task } from '../../../edge/tasks/task.ts'
import { eventually, objectsOf } from '../eventually.ts'
import { merger } from '../visit.ts'
import { failingBucket, type Fault } from './failing-bucket.ts'

const ref = { height: 1_080, container: 'mp4', codec: 'avc1', language: null }

/**
 * Returns a value for MERGER_ORIGIN: one address for each network fault in `faults`, separated by spaces. All
 * addresses lead to the same fake merger, through a proxy that applies the fault (see faulty-network.ts).
 */
export const mergersWith = (...faults: string[]) =>
  faults.map((fault) => `${(env as unknown as { NETWORK_ORIGIN: string }).NETWORK_ORIGIN}/${fault}`).join(' ')

/** Reads a task from the storage of its Durable Object. */
export const storedTask = async (nonce: string): Promise<Task> =>
  (await runInDurableObject(env.TASKS.getByName(nonce), (_, state) => state.storage.kv.get<Task>('task')))!

/**
 * Makes a finished file expire by changing the task's storage. The Durable Object reads the change only after
 * it is evicted.
 */
export async function expireFile(nonce: string): Promise<void> {
  await runInDurableObject(env.TASKS.getByName(nonce), (_, state) => {
    const task = state.storage.kv.get<Task>('task')!
    if (!isReady(task)) throw new Error(`the task is ${task.state.status}`)
    const file = { ...task.state.file, expiresAt: Date.now() - 1 }
    state.storage.kv.put('task', { ...task, state: { ...task.state, file } })
  })
}

/** Short pauses for the tasks of tests. The tests of the task machine use the real pauses. */
export const SHORT_PAUSES: Partial<AttachmentLimits & TaskPauses> = {
  backOffMs: [100, 400],
  queueMs: 200,
  reattachMs: 50,
  retryMs: 20,
}

/**
 * Starts a task in a Durable Object. Except for the replacements below, the Durable Object is real, including
 * its alarms.
 * @param fault decides what happens to each call to the bucket
 * @param query settings of the fake merger for this task (fakes/merger.ts)
 * @param limits time limits and pauses that replace those of the task
 * @param mergers value of MERGER_ORIGIN
 * @param plan fields that replace those of the default merge plan
 * @param change gets the bindings of the task, and returns the bindings that the task uses instead
 */
export async function startOn(
  fault: Fault,
  query: string,
  limits: Partial<AttachmentLimits & TaskPauses> = {},
  mergers = env.MERGER_ORIGIN,
  plan: Partial<MergePlan> = {},
  change: (own: Env) => object = (own) => own,
) {
  const nonce = crypto.randomUUID().replaceAll('-', '').slice(0, 22)
  const link = `https://media.test/pairs/${nonce}?${query}`
  const order: Order = {
    plan: {
      source_url: link,
      video: { ...ref, id: '137', kind: 'video' },
      audio: { ...ref, id: '140', kind: 'audio' },
      container: 'mp4',
      ...plan,
    },
    key: 'both:1080:mp4:avc1:',
    merger: 'local:0',
  }
  const stub = env.TASKS.getByName(nonce)
  const bucket = failingBucket(env.FILES, fault)
  const inside = <T>(work: (object: MergeTask) => T | Promise<T>) => runInDurableObject(stub, work)
  await inside(async (object) => {
    Object.assign(object, { env: change({ ...env, FILES: bucket.files, MERGER_ORIGIN: mergers }) })
    Object.assign(object.limits, SHORT_PAUSES, limits)
    await object.start(nonce, order)
  })
  const task = () => storedTask(nonce)
  const cleanedUp = () =>
    eventually(async () => (await task()).pendingCleanup.length === 0, 'nothing is left to remove')
  /** Waits until the running attempt has a multipart upload. */
  const hasUpload = () =>
    eventually(async () => typeof attemptOf(await task())?.upload === 'string', 'the upload is open')
  /**
   * Waits until the task ends and checks its status. Then checks that no upload, merge or object is left,
   * except the file of a completed task.
   */
  const ends = async (status: 'completed' | 'failed') => {
    const isFinal = async () => ['completed', 'failed', 'expired'].includes((await task()).state.status)
    await eventually(isFinal, 'the task ends')
    expect(await stub.read()).toMatchObject({ status })
    await cleanedUp()
    expect(bucket.open.size).toBe(0)
    expect(await objectsOf(nonce)).toHaveLength(status === 'completed' ? 1 : 0)
    const { starts, deletes } = await merger(link)
    expect(deletes).toBe(starts)
  }
  const id = await taskIdOf(env, nonce)
  return { id, nonce, link, stub, bucket, inside, order, task, hasUpload, cleanedUp, ends }
}
