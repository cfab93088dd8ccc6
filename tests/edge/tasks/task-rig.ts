import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect } from 'vitest'
import type { MergePlan } from '#contract/engine.ts'
import { taskIdOf, type Order } from '../../../edge/grants/ticket.ts'
import type { Patience } from '../../../edge/tasks/attachment-context.ts'
import type { MergeTask } from '../../../edge/tasks/merge-task.ts'
import type { Task } from '../../../edge/tasks/task.ts'
import { eventually, objectsOf } from '../eventually.ts'
import { failingBucket, type Fault } from './failing-bucket.ts'
import { merger } from '../visit.ts'

const ref = { height: 1_080, container: 'mp4', codec: 'avc1', language: null }

/** The ways to the merger stand-in that have these faults, as the addresses of so many mergers. */
export const ways = (...faults: string[]) =>
  faults.map((fault) => `${(env as unknown as { WAY_ORIGIN: string }).WAY_ORIGIN}/${fault}`).join(' ')

/**
 * A task whose bucket fails as told, and whose mergers are reached over `mergers`; everything else of it is the real thing, its
 * alarms too.
 */
export async function startOn(
  fault: Fault,
  query: string,
  patience: Partial<Patience> = {},
  mergers = env.MERGER_ORIGIN,
  plan: Partial<MergePlan> = {},
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
    Object.assign(object, { env: { ...env, FILES: bucket.files, MERGER_ORIGIN: mergers } })
    Object.assign(object.patience, patience)
    await object.start(nonce, order)
  })
  const task = async () => (await runInDurableObject(stub, (_, state) => state.storage.kv.get<Task>('task')))!
  const ends = async (status: 'completed' | 'failed', seconds = 40) => {
    const isFinal = async () => ['completed', 'failed', 'expired'].includes((await task()).status)
    await eventually(isFinal, 'the task ends', seconds)
    expect(await stub.read()).toMatchObject({ status })
    await eventually(async () => (await task()).leftovers.length === 0, 'nothing is left to remove', 20)
    expect(bucket.open.size).toBe(0)
    expect(await objectsOf(nonce)).toHaveLength(status === 'completed' ? 1 : 0)
    const { starts, deletes } = await merger(link)
    expect(deletes).toBe(starts)
  }
  return { id: await taskIdOf(env, nonce), nonce, link, stub, bucket, inside, order, task, ends }
}
