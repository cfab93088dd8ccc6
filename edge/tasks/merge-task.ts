import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { STALL_MS } from '#contract/limits.ts'
import { servedBy } from '#contract/platforms/index.ts'
import { chargeOf } from '../budget/charge.ts'
import { countOutcome } from '../budget/outcome-counts.ts'
import { spendBudget } from '../budget/product-budget.ts'
import { linksOf, type Order } from '../grants/ticket.ts'
import { log } from '../log.ts'
import { mergerFor } from '../mergers/client.ts'
import { currentName, mergersNear } from '../mergers/locations.ts'
import { inOrder, preferring } from '../mergers/order.ts'
import { chooseExit } from '../mergers/refusals.ts'
import { Place } from '../places/place.ts'
import { assertAllAllowed } from '../request/block-list.ts'
import { retentionSeconds } from '../settings.ts'
import { attach } from './attachment.ts'
import { RETRY_MS } from '../retry.ts'
import { ATTACHMENT_MS, type AttachmentContext, type AttachmentLimits } from './attachment-context.ts'
import { cleanUp } from './cleanup.ts'
import {
  advance,
  attemptOf,
  isForgettable,
  isReady,
  isRunning,
  isWaiting,
  nextWake,
  TASK_PAUSES,
  type TaskPauses,
} from './task-machine.ts'
import { logStatus } from './task-log.ts'
import { statusOf, type TaskStatus } from './task-status.ts'
import type { Task, TaskEvent, Watched } from './task.ts'

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
const SAVE_MS = 1_000

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
  /** Of the current generation, for the budget; only in memory. */
  #used = { bytes: 0, since: Date.now() }
  #attachment: AbortController | undefined
  #ownPlace: Place | undefined

  /**
   * If the task already runs or has a file, the visitor joins it. If the task has failed or its file has
   * expired, a new generation begins.
   */
  async start(name: string, order: Order, visitor?: string): Promise<void> {
    const before = this.#task
    this.ctx.storage.kv.put('name', name)
    this.#tell({ type: 'started', order, at: Date.now() })
    if (this.#task === before) return
    this.#ownPlace = this.#placeOf(visitor)
    await this.ctx.storage.setAlarm(Date.now())
  }

  async startAgain(visitor: string): Promise<boolean> {
    const task = this.#task
    if (!task) return false
    await this.start(this.#name(), task.order, visitor)
    return true
  }

  async sources(): Promise<string[] | null> {
    return this.#task ? linksOf(this.#task.order) : null
  }

  async read(): Promise<TaskStatus | null> {
    return this.#task ? statusOf(this.#task, Date.now()) : null
  }

  async file(): Promise<ReadyFile | null> {
    const task = this.#task
    if (!task || !isReady(task) || Date.now() >= task.state.file.expiresAt) return null
    const { key, size, etag, expiresAt } = task.state.file
    return {
      key: `${this.#name()}/${key}`,
      size,
      etag: `"${task.generation}-${etag}"`,
      container: task.order.plan.container,
      expiresAt,
      sources: linksOf(task.order),
    }
  }

  /** The running attempt; `queued` or `waiting` before it begins, null if nothing is being made. */
  async watched(): Promise<Watched | 'queued' | 'waiting' | null> {
    const task = this.#task
    if (!task || !isRunning(task)) return null
    const attempt = attemptOf(task)
    if (!attempt) return isWaiting(task) ? 'queued' : 'waiting'
    const { id, merger } = attempt
    return { merger, name: this.#name(), attempt: id, sources: linksOf(task.order) }
  }

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
    if (task && isRunning(task) && Date.now() >= task.state.notBefore) await this.#attach()
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
      await assertAllAllowed(this.env, linksOf(this.#task!.order))
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
    if (event.type === 'started') this.#used = { bytes: 0, since: Date.now() }
    if (event.type === 'accepted' && after.attemptsInRun === 1) this.#used.since = Date.now()
    if (event.type === 'progressed')
      this.#used.bytes = Math.max(this.#used.bytes, event.state.progress.received ?? 0)
    const kv = this.ctx.storage.kv
    if (attemptOf(after)?.id !== (before && attemptOf(before)?.id))
      for (const [key] of kv.list({ prefix: 'part/' })) kv.delete(key)
    const isProgress = event.type === 'progressed' || event.type === 'part-stored'
    if (isProgress && Date.now() < this.#savedAt + SAVE_MS) return
    this.#savedAt = Date.now()
    kv.put('task', after)
    if (before?.state.status === after.state.status) return
    logStatus(this.env, after)
    // Only a task that had an attempt counts against the daily budget. Otherwise a visitor could use up the
    // budget by starting and cancelling tasks.
    if (before && isRunning(before) && !isRunning(after) && after.attemptsInRun > 0)
      this.ctx.waitUntil(Promise.all([this.#spend(after), this.#countOutcome(after)]))
  }

  async #countOutcome({ order, state }: Task): Promise<void> {
    const code = state.status === 'failed' ? state.code : undefined
    await countOutcome(this.env, { kind: 'merge', link: order.plan.source_url, code })
  }

  async #spend(task: Task): Promise<void> {
    const size = isReady(task) ? task.state.file.size : 0
    const bytes = Math.max(size, this.#used.bytes)
    const seconds = (Date.now() - this.#used.since) / 1_000
    const isKnown = servedBy(new URL(task.order.plan.source_url)) !== undefined
    await spendBudget(this.env, { tasks: chargeOf({ bytes, seconds }), bytes: size }, isKnown)
  }

  /** Returns the name of this object from storage, because `ctx.id.name` is unknown in an alarm. */
  #name(): string {
    return this.ctx.storage.kv.get<string>('name')!
  }

  /** The visitor's key is only in memory. After a restart the name of the task takes its place. */
  get #place(): Place {
    return (this.#ownPlace ??= this.#placeOf(this.#name()))
  }

  #placeOf(visitor = this.#name()): Place {
    const { plan, merger } = this.#task!.order
    const [first = merger] = mergersNear(this.env, merger.split(':')[0]!)
    return new Place(this.env, first, 'merge', { id: this.#name(), visitor, link: plan.source_url })
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
      place: this.#place,
      mergers: () => this.#mergers(),
      clientOf: (merger) => mergerFor(this.env, merger),
      exitAt: (merger) => this.#exitAt(merger),
      files: this.env.FILES,
      limits: this.limits,
    }
  }

  async #exitAt(merger: string): Promise<string | undefined> {
    const platform = servedBy(new URL(this.#task!.order.plan.source_url))?.id
    if (platform === undefined) return undefined
    const choice = await chooseExit(this.env, platform, merger, {})
    return 'exit' in choice ? choice.exit : undefined
  }

  async #mergers(): Promise<string[]> {
    const { order, attemptsInRun } = this.#task!
    const extractedBy = currentName(this.env, order.merger)
    const near = mergersNear(this.env, extractedBy.split(':')[0]!)
    const others = near.filter((name) => name !== extractedBy)
    const isFirst = attemptsInRun === 0
    const ordered = await inOrder(this.env, isFirst ? [extractedBy, ...others] : [...others, extractedBy])
    // The merger that extracted has the address to which media may be bound.
    return preferring(this.#place.merger, ordered, isFirst ? 1 : 0)
  }
}

export function taskOf(env: Env, nonce: string) {
  return env.TASKS.getByName(nonce)
}
