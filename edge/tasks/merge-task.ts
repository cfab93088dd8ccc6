import { DurableObject } from 'cloudflare:workers'
import type { MergeStatus } from '#contract/api.ts'
import { failures } from '#contract/failure.ts'
import { ATTACHMENT_MS, STALL_MS, TASK_MEMORY_MS } from '#contract/limits.ts'
import { mergerFor, mergersNear } from '../mergers/client.ts'
import { retentionSeconds } from '../settings.ts'
import { attach } from './attachment.ts'
import type { AttachmentContext, Patience } from './attachment-context.ts'
import { sweep } from './cleanup.ts'
import { advance, isReady, isRunning, nextWake } from './task-machine.ts'
import type { Task, TaskEvent } from './task.ts'
import type { Order } from '../grants/ticket.ts'

/** An alarm that was killed comes back after this, without using up the platform's six retries. */
const WATCHDOG_MS = 5_000
/** A part has 8 MiB and the bucket is near. Shorter than STALL_MS: one lost answer costs a call, not the attempt. */
const STORE_MS = 40_000
/** Progress is written at most this often; all else at once. */
const SAVE_MS = 1_000

/** A finished file: where it is and until when. */
export type ReadyFile = {
  key: string
  size: number
  etag: string
  container: string
  expiresAt: number
  /** The canonical link it was made from. */
  source: string
}

/** One task: storage and alarm around the task machine. Its name is the nonce of its ticket. */
export class MergeTask extends DurableObject<Env> {
  #task: Task | undefined = this.ctx.storage.kv.get<Task>('task')
  readonly patience: Patience = { attachmentMs: ATTACHMENT_MS, storeMs: STORE_MS, stallMs: STALL_MS }
  #savedAt = 0
  #attachment: AbortController | undefined

  /** Starts the task, or joins it; a task that failed or expired starts a new generation. */
  async start(name: string, order: Order): Promise<void> {
    const before = this.#task
    this.ctx.storage.kv.put('name', name)
    this.#tell({ type: 'started', ...order, at: Date.now() })
    if (this.#task !== before) await this.ctx.storage.setAlarm(Date.now())
  }

  /** Starts this task again by what it knows of itself; false when it knows nothing. */
  async startAgain(): Promise<boolean> {
    const task = this.#task
    if (!task) return false
    await this.start(this.#name(), { plan: task.plan, key: task.key, merger: task.home })
    return true
  }

  /** What the visitor sees; null when this task was never started or is forgotten. */
  async read(): Promise<Omit<MergeStatus, 'task_id'> | null> {
    const task = this.#task
    if (!task) return null
    const { status, progress, message, received, total, speed, remaining, file, code } = task
    if (file && Date.now() >= file.expiresAt)
      return { status: 'expired', progress, message: failures.file_gone.text }
    return {
      status,
      progress,
      message: code ? failures[code].text : message,
      received,
      total,
      speed,
      remaining,
      ...(code && { code }),
      ...(file && {
        actual_sizes: { final_file: file.size, combined_streams: file.combined },
        proof: file.proof,
        expires_at: file.expiresAt,
      }),
    }
  }

  /** The finished file, or null: before it is completed and from its expiry on, even if the alarm is late. */
  async file(): Promise<ReadyFile | null> {
    const file = this.#task?.file
    if (!this.#task || !file || Date.now() >= file.expiresAt) return null
    const { size, etag, expiresAt } = file
    const key = `${this.#name()}/${file.key}`
    return {
      key,
      size,
      etag: `"${this.#task.generation}-${etag}"`,
      container: this.#task.plan.container,
      expiresAt,
      source: this.#task.plan.source_url,
    }
  }

  /** Cancels a running task, deletes a finished file. */
  async cancel(): Promise<void> {
    this.#tell({ type: 'cancelled', at: Date.now() })
    this.#attachment?.abort()
    if (this.#task) await this.ctx.storage.setAlarm(Date.now())
  }

  override async alarm(): Promise<void> {
    // Before anything can go wrong.
    await this.ctx.storage.setAlarm(Date.now() + WATCHDOG_MS)
    // One writer an upload: an alarm that rings into a running attachment only keeps the watch.
    if (this.#attachment) return
    this.#tell({ type: 'rang', at: Date.now() })
    const task = this.#task
    if (task && isRunning(task) && Date.now() >= task.notBefore) await this.#attach()
    if (this.#task) await sweep(this.env, this.#name(), this.#task.leftovers, (event) => this.#tell(event))
    await this.#sleep()
  }

  async #attach(): Promise<void> {
    const attachment = new AbortController()
    const end = setTimeout(() => attachment.abort(), this.patience.attachmentMs)
    this.#attachment = attachment
    try {
      await attach(this.#context(), attachment.signal)
    } finally {
      clearTimeout(end)
      this.#attachment = undefined
    }
  }

  async #sleep(): Promise<void> {
    const task = this.#task
    const now = Date.now()
    const isOver = task && !isRunning(task) && !isReady(task) && task.leftovers.length === 0
    if (task && !(isOver && now >= (task.endedAt ?? 0) + TASK_MEMORY_MS))
      return await this.ctx.storage.setAlarm(nextWake(task, now))
    this.#task = undefined
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  #tell(event: TaskEvent): void {
    const before = this.#task
    const after = advance(before, event)
    if (!after || after === before) return
    this.#task = after
    const kv = this.ctx.storage.kv
    if (after.attempt?.id !== before?.attempt?.id)
      for (const [key] of kv.list({ prefix: 'part/' })) kv.delete(key)
    const isProgress = event.type === 'progressed' || event.type === 'part-stored'
    if (isProgress && Date.now() < this.#savedAt + SAVE_MS) return
    this.#savedAt = Date.now()
    kv.put('task', after)
    if (before?.status !== after.status) this.#log(after)
  }

  #log(task: Task): void {
    const ms = Date.now() - task.startedAt
    const host = new URL(task.plan.source_url).hostname
    const { status, generation, attempts, code } = task
    console.log(
      JSON.stringify({ at: Date.now(), event: 'task', status, generation, attempts, host, ms, code }),
    )
  }

  /** An alarm does not know by which name its object was called. */
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
      stored: (file) =>
        this.#tell({ type: 'stored', ...file, at: Date.now(), lives: retentionSeconds(this.env) * 1_000 }),
      parts: {
        has: (number) => kv.get(partKey(number)) !== undefined,
        put: (number, etag) => kv.put(partKey(number), etag),
        all: () =>
          [...kv.list<string>({ prefix: 'part/' })].map(([key, etag]) => ({
            partNumber: Number(key.slice(5)),
            etag,
          })),
      },
      mergers: () => this.#order(),
      reach: (merger) => mergerFor(this.env, merger),
      files: this.env.FILES,
      patience: this.patience,
    }
  }

  /** The merger that extracted first; from the second try on the others go before it. */
  #order(): string[] {
    const { home, tries } = this.#task!
    const others = mergersNear(this.env, home.split(':')[0]!).filter((name) => name !== home)
    return tries === 0 ? [home, ...others] : [...others, home]
  }
}

/** The task object of a nonce. */
export function taskOf(env: Env, nonce: string) {
  return env.TASKS.getByName(nonce)
}
