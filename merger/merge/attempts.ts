import { causeText } from '#contract/cause-text.ts'
import type { MergeOrder } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { LEASE_MS } from '#contract/limits.ts'
import { log } from '../log.ts'
import { Slots } from '../process/slots.ts'
import { Attempt } from './attempt.ts'
import { merge } from './merge.ts'
import type { Tools } from './tools.ts'

/**
 * Maximum age of an attempt, even while a client is reading it. The edge ends a task after four hours, so an
 * older attempt belongs to no task.
 */
const MAX_AGE_MS = 5 * 3_600_000
/**
 * Bytes of disk space that one attempt reserves for two things: fragments of its sources, and the part of its
 * file that the edge has not stored yet.
 */
const ATTEMPT_DISK = 512 * 1024 ** 2

export type AttemptLimits = {
  /** An attempt ends when it has had no client for this many milliseconds; default: `LEASE_MS`. */
  leaseMs?: number | undefined
  /** Maximum age of an attempt in milliseconds; default: `MAX_AGE_MS`. */
  maxAgeMs?: number | undefined
}

/**
 * Runs the attempts of this process. An attempt is one run of a task, which makes one file. When the work on
 * the file has succeeded or failed, the attempt stays, so that the edge can fetch the result. The attempt
 * ends, even during the work, at the first of these events:
 * - A client sends DELETE for the attempt.
 * - A newer attempt of the same task starts.
 * - The attempt has had no client for `leaseMs` milliseconds.
 * - The attempt reaches its maximum age.
 */
export class Attempts {
  readonly slots: Slots
  readonly #held = new Map<string, { attempt: Attempt; removed: Promise<void> }>()
  readonly #tools: Tools
  readonly #watch: NodeJS.Timeout

  constructor(tools: Tools, { leaseMs = LEASE_MS, maxAgeMs = MAX_AGE_MS }: AttemptLimits = {}) {
    this.#tools = tools
    this.slots = new Slots(tools.config.MERGE_SLOTS)
    this.#watch = setInterval(
      () => this.#endExpired(leaseMs, maxAgeMs),
      Math.min(5_000, leaseMs / 4, maxAgeMs / 4),
    ).unref()
  }

  /**
   * Starts the attempt of an order, and ends older attempts of the same task. If the attempt exists already,
   * renews its lease and starts nothing. Throws `busy` when all slots are taken or when memory or disk space
   * is short. Throws `cancelled` when a newer attempt of the task exists.
   */
  start(order: MergeOrder): void {
    const attempt = new Attempt(order)
    for (const { attempt: other } of this.#held.values()) {
      if (other.order.task !== order.task || other.id === attempt.id) continue
      // A newer attempt of the task already runs here, so this order is outdated.
      if (other.order.attempt > order.attempt) throw new Failure('cancelled')
      other.end(new Failure('cancelled'))
    }
    const same = this.#held.get(attempt.id)
    if (same) return same.attempt.touch()
    const releaseDisk = this.#tools.workDir.room.reserve(ATTEMPT_DISK)
    const releaseSlot = this.slots.take()
    if (!releaseSlot) {
      releaseDisk()
      throw new Failure('busy')
    }
    this.#held.set(attempt.id, { attempt, removed: this.#run(attempt, releaseSlot).finally(releaseDisk) })
  }

  /**
   * Number of attempts that have not ended. An attempt whose file is complete still counts until the edge has
   * fetched the file and sends DELETE, or until its lease ends.
   */
  get held(): number {
    return this.#held.size
  }

  /** Returns the attempt with this id. Throws `not_found` for an unknown id. */
  find(id: string): Attempt {
    const held = this.#held.get(id)
    if (!held) throw new Failure('not_found')
    return held.attempt
  }

  /**
   * Ends an attempt and waits until its processes have ended and its folder is removed. Does nothing for an
   * unknown id.
   */
  async remove(id: string): Promise<void> {
    const held = this.#held.get(id)
    held?.attempt.end(new Failure('cancelled'))
    await held?.removed
  }

  /** Ends every attempt and removes the folder of this process. */
  async close(): Promise<void> {
    clearInterval(this.#watch)
    await Promise.all([...this.#held.keys()].map((id) => this.remove(id)))
    await this.#tools.workDir.close()
  }

  /** Runs an attempt until it ends. Resolves when its processes have ended and its folder is removed. */
  async #run(attempt: Attempt, release: () => void): Promise<void> {
    let folder: string | null = null
    try {
      folder = await this.#tools.workDir.open(attempt.id)
      await merge(attempt, folder, this.#tools)
    } catch (error) {
      // If the work was aborted, `error` may be only a consequence of the abort, so the reason of the abort
      // is recorded instead.
      const cause: unknown = attempt.working.aborted ? attempt.working.reason : error
      const failure = Failure.from(cause)
      attempt.fail(failure, `${failure.code} | ${causeText(failure.cause)}`)
    } finally {
      release()
    }
    const state = attempt.state()
    log('attempt', {
      attempt: attempt.order.attempt,
      host: URL.parse(attempt.order.plan.source_url)?.host,
      ms: Math.round(attempt.age()),
      bytes: state.size,
      code: state.failed?.code,
      detail: state.failed?.detail,
    })
    if (!attempt.signal.aborted)
      await new Promise<void>((resolve) =>
        attempt.signal.addEventListener('abort', () => resolve(), { once: true }),
      )
    if (folder) await this.#tools.workDir.remove(folder)
    this.#held.delete(attempt.id)
  }

  /** Ends attempts that have had no client for `leaseMs`, and attempts that have reached the maximum age. */
  #endExpired(leaseMs: number, maxAgeMs: number): void {
    for (const { attempt } of this.#held.values()) {
      const isUnattended = attempt.unattendedMs() > leaseMs
      if (!isUnattended && attempt.age() < maxAgeMs) continue
      const cause = isUnattended ? 'no client for one lease' : 'maximum age reached'
      attempt.end(new Failure('cancelled', { cause }))
    }
  }
}
