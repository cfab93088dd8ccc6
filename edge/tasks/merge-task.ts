import { DurableObject } from 'cloudflare:workers'
import type { MergeStatus } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { STALL_MS } from '#contract/limits.ts'
import { spendBudget } from '../budget/product-budget.ts'
import { linksOf, type Order } from '../grants/ticket.ts'
import { log } from '../log.ts'
import { mergerFor } from '../mergers/client.ts'
import { mergersNear } from '../mergers/locations.ts'
import { placeOf } from '../places/place.ts'
import { assertAllAllowed } from '../request/block-list.ts'
import { retentionSeconds } from '../settings.ts'
import { attach } from './attachment.ts'
import { RETRY_MS } from '../retry.ts'
import { ATTACHMENT_MS, type AttachmentContext, type AttachmentLimits } from './attachment-context.ts'
import { cleanUp } from './cleanup.ts'
import { messages } from './messages.ts'
import {
  advance,
  attemptOf,
  isForgettable,
  isReady,
  isRunning,
  nextWake,
  TASK_PAUSES,
  type TaskPauses,
} from './task-machine.ts'
import { logStatus } from './task-log.ts'
import { TaskPlace } from './task-place.ts'
import type { Task, TaskEvent } from './task.ts'

/**
 * If Cloudflare kills the running alarm, the next one continues the task. Cloudflare's own retries are not
 * enough, because Cloudflare retries a failed alarm only six times.
 */
const WATCHDOG_MS = 5_000
/**
 * Deadline of one call to the bucket. The deadline is shorter than STALL_MS, so that a lost call can be
 * repeated before the attempt fails.
 */
const STORE_MS = 40_000
/**
 * After a broken connection, a running merger can be reached again within moments. If the merger has ended, a
 * longer wait would only delay the visitor.
 */
const AWAY_MS = 5_000
/** Interval at which a running task checks the block list. It is the same as `MEMORY_MS` in block-list.ts. */
const BLOCK_CHECK_MS = 15_000
const PLACE_RENEWAL_MS = 20_000
/** Minimum time between two writes to storage that only change the progress. */
const SAVE_MS = 1_000

const NO_TRANSFER = { received: null, total: null, speed: null, remaining: null }

export type ReadyFile = {
  key: string
  size: number
  etag: string
  container: string
  expiresAt: number
  sources: string[]
}

/** The object's name is the nonce of the task's ticket. */
export class MergeTask extends DurableObject<Env> {
  #task: Task | undefined = this.ctx.storage.kv.get<Task>('task')
  readonly limits: AttachmentLimits & TaskPauses = {
    ...TASK_PAUSES,
    attachmentMs: ATTACHMENT_MS,
    storeMs: STORE_MS,
    retryMs: RETRY_MS,
    stallMs: STALL_MS,
    awayMs: AWAY_MS,
    blockCheckMs: BLOCK_CHECK_MS,
  }
  #savedAt = 0
  #attachment: AbortController | undefined
  readonly #place = new TaskPlace((visitor) => {
    const { plan, extractedBy } = this.#task!
    const [first = extractedBy] = mergersNear(this.env, extractedBy.split(':')[0]!)
    const id = this.#name()
    // The visitor's key is only in memory, so it is missing if this object has restarted. Then the name of
    // the task (`id`) is used as the key.
    return placeOf(this.env, first, 'merge', { id, visitor: visitor ?? id, link: plan.source_url })
  })

  /**
   * If the task already runs or has a file, the visitor joins it. If the task has failed or its file has
   * expired, a new generation begins.
   */
  async start(name: string, order: Order, visitor?: string): Promise<void> {
    const before = this.#task
    if (!before || !isRunning(before)) this.#place.visitor = visitor
    this.ctx.storage.kv.put('name', name)
    this.#tell({ type: 'started', ...order, at: Date.now() })
    if (this.#task !== before) await this.ctx.storage.setAlarm(Date.now())
  }

  /** Returns false if the storage is empty, because the task was never started or has been deleted. */
  async startAgain(visitor: string): Promise<boolean> {
    const task = this.#task
    if (!task) return false
    const order: Order = {
      plan: task.plan,
      key: task.key,
      merger: task.extractedBy,
      ...(task.ledTo !== undefined && { ledTo: task.ledTo }),
    }
    await this.start(this.#name(), order, visitor)
    return true
  }

  async sources(): Promise<string[] | null> {
    return this.#task ? linksOf(this.#task) : null
  }

  async read(): Promise<Omit<MergeStatus, 'task_id'> | null> {
    const task = this.#task
    if (!task || task.status === 'expired') return null
    const { status, progress, message } = task
    const base = { status, progress, message, ...NO_TRANSFER }
    switch (task.status) {
      case 'queued':
        return base
      case 'processing':
        return { ...base, ...task.transfer }
      case 'failed':
        return { ...base, message: sentenceOf(task.code, task.plan.source_url), code: task.code }
      case 'completed': {
        const { size, combined, proof, expiresAt } = task.file
        // The file is gone for visitors from its expiry time on, even if the alarm that deletes it runs late.
        if (Date.now() >= expiresAt) return null
        return {
          ...base,
          actual_sizes: { final_file: size, combined_streams: combined },
          proof,
          expires_at: expiresAt,
        }
      }
    }
  }

  async file(): Promise<ReadyFile | null> {
    const task = this.#task
    if (!task || !isReady(task) || Date.now() >= task.file.expiresAt) return null
    const { key, size, etag, expiresAt } = task.file
    return {
      key: `${this.#name()}/${key}`,
      size,
      etag: `"${task.generation}-${etag}"`,
      container: task.plan.container,
      expiresAt,
      sources: linksOf(task),
    }
  }

  /** Cancels a running task. Deletes the file of a finished one. */
  async cancel(): Promise<void> {
    this.#tell({ type: 'cancelled', at: Date.now() })
    this.#attachment?.abort()
    if (this.#task) await this.#place.leave()
    if (this.#task) await this.ctx.storage.setAlarm(Date.now())
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + WATCHDOG_MS)
    // Only one attachment at a time may write to an upload. So an alarm ends here while an attachment runs.
    if (this.#attachment) return
    this.#tell({ type: 'alarm', at: Date.now() })
    const task = this.#task
    if (task && isRunning(task) && Date.now() >= task.notBefore) await this.#attach()
    if (this.#task)
      await cleanUp(this.env, this.#name(), this.#task.pendingCleanup, (event) => this.#tell(event))
    await this.#scheduleAlarm()
  }

  async #attach(): Promise<void> {
    const attachment = new AbortController()
    const end = setTimeout(() => attachment.abort(), this.limits.attachmentMs)
    this.#attachment = attachment
    const keepPlace = () => {
      if (attemptOf(this.#task!)) this.ctx.waitUntil(this.#place.keep())
    }
    keepPlace()
    const renewal = setInterval(keepPlace, PLACE_RENEWAL_MS)
    const check = setInterval(() => this.ctx.waitUntil(this.endIfBlocked()), this.limits.blockCheckMs)
    try {
      await this.endIfBlocked()
      if (isRunning(this.#task!)) await attach(this.#context(), attachment.signal)
    } finally {
      clearTimeout(end)
      clearInterval(renewal)
      clearInterval(check)
      this.#attachment = undefined
      if (this.#place.isHeld && !attemptOf(this.#task!)) await this.#place.leave()
    }
  }

  /** If the block list cannot be read, the task continues. */
  async endIfBlocked(): Promise<void> {
    try {
      await assertAllAllowed(this.env, linksOf(this.#task!))
    } catch (error) {
      if (!(error instanceof Failure)) return log('block_list_failed', { cause: causeText(error) })
      this.#tell({ type: 'lost', code: error.code, at: Date.now() })
      this.#attachment?.abort()
    }
  }

  async #scheduleAlarm(): Promise<void> {
    const task = this.#task
    const now = Date.now()
    if (task && !isForgettable(task, now))
      return await this.ctx.storage.setAlarm(nextWake(task, now, this.limits))
    this.#task = undefined
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  #tell(event: TaskEvent): void {
    const before = this.#task
    const after = advance(before, event, this.limits)
    if (!after || after === before) return
    this.#task = after
    const kv = this.ctx.storage.kv
    if (attemptOf(after)?.id !== (before && attemptOf(before)?.id))
      for (const [key] of kv.list({ prefix: 'part/' })) kv.delete(key)
    const isProgress = event.type === 'progressed' || event.type === 'part-stored'
    if (isProgress && Date.now() < this.#savedAt + SAVE_MS) return
    this.#savedAt = Date.now()
    kv.put('task', after)
    if (before?.status === after.status) return
    logStatus(this.env, after)
    // Only a task that had an attempt counts against the daily budget. Otherwise a visitor could use up the
    // budget by starting and cancelling tasks.
    if (before && isRunning(before) && !isRunning(after) && after.attemptsInRun > 0)
      this.ctx.waitUntil(spendBudget(this.env, { tasks: 1, bytes: isReady(after) ? after.file.size : 0 }))
  }

  /** Returns the name of this object from storage, because `ctx.id.name` is unknown in an alarm. */
  #name(): string {
    return this.ctx.storage.kv.get<string>('name')!
  }

  #context(): AttachmentContext {
    const kv = this.ctx.storage.kv
    const partKey = (number: number) => `part/${String(number).padStart(5, '0')}`
    return {
      name: this.#name(),
      task: () => this.#task!,
      tell: (event) => this.#tell(event),
      stored: (file) => {
        const retentionMs = retentionSeconds(this.env) * 1_000
        this.#tell({ type: 'stored', ...file, at: Date.now(), retentionMs })
      },
      parts: {
        has: (number) => kv.get(partKey(number)) !== undefined,
        put: (number, etag) => kv.put(partKey(number), etag),
        all: () =>
          [...kv.list<string>({ prefix: 'part/' })].map(([key, etag]) => ({
            partNumber: Number(key.slice('part/'.length)),
            etag,
          })),
      },
      place: {
        take: () => this.#place.take(this.#task!.message === messages.waiting),
        leave: () => this.#place.leave(),
      },
      mergers: () => this.#mergers(),
      clientOf: (merger) => mergerFor(this.env, merger),
      files: this.env.FILES,
      limits: this.limits,
    }
  }

  #mergers(): string[] {
    const { extractedBy, attemptsInRun } = this.#task!
    const near = mergersNear(this.env, extractedBy.split(':')[0]!)
    const others = near.filter((name) => name !== extractedBy)
    return attemptsInRun === 0 ? [extractedBy, ...others] : [...others, extractedBy]
  }
}

export function taskOf(env: Env, nonce: string) {
  return env.TASKS.getByName(nonce)
}
