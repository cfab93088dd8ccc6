import { causeText } from '#contract/cause-text.ts'
import type { MergeOrder } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { LEASE_MS } from '#contract/limits.ts'
import { log } from '../log.ts'
import type { Release } from '../process/room.ts'
import { Slots } from '../process/slots.ts'
import { Attempt } from './attempt.ts'
import { merge } from './merge.ts'
import { Running } from './running.ts'
import type { Tools } from './tools.ts'

/** The edge ends a task after four hours, so an older attempt belongs to no task. */
const MAX_AGE_MS = 5 * 3_600_000
/** Fragments of its sources, and the part of its file that the edge has not stored yet. */
const ATTEMPT_DISK = 512 * 1024 ** 2

export type AttemptLimits = {
  leaseMs?: number | undefined
  maxAgeMs?: number | undefined
}

/** When the work has succeeded or failed, the attempt stays, so that the edge can fetch the result. */
export class Attempts {
  readonly slots: Slots
  readonly #running: Running
  readonly #held = new Map<string, { attempt: Attempt; removed: Promise<void> }>()
  readonly #tools: Tools
  readonly #watch: NodeJS.Timeout

  constructor(tools: Tools, { leaseMs = LEASE_MS, maxAgeMs = MAX_AGE_MS }: AttemptLimits = {}) {
    this.#tools = tools
    this.slots = new Slots(tools.config.MERGE_SLOTS)
    this.#running = new Running(this.slots)
    this.#watch = setInterval(
      () => this.#endExpired(leaseMs, maxAgeMs),
      Math.min(5_000, leaseMs / 4, maxAgeMs / 4),
    ).unref()
  }

  /** Throws `busy` when all slots are taken or when memory or disk space is short. */
  start(order: MergeOrder): void {
    const attempt = new Attempt(order)
    for (const { attempt: other } of this.#held.values()) {
      if (other.order.task !== order.task || other.id === attempt.id) continue
      if (other.order.attempt > order.attempt) throw new Failure('cancelled')
      other.end(new Failure('cancelled'))
    }
    const same = this.#held.get(attempt.id)
    if (same) return same.attempt.touch()
    const releaseDisk = this.#reserveDisk()
    if (!this.#running.add(attempt)) {
      releaseDisk()
      throw new Failure('busy')
    }
    this.#held.set(attempt.id, { attempt, removed: this.#run(attempt).finally(releaseDisk) })
  }

  /** An attempt whose file is complete still counts. */
  get held(): number {
    return this.#held.size
  }

  find(id: string): Attempt {
    const held = this.#held.get(id)
    if (!held) throw new Failure('not_found')
    return held.attempt
  }

  async remove(id: string): Promise<void> {
    const held = this.#held.get(id)
    held?.attempt.end(new Failure('cancelled'))
    await held?.removed
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    this.#running.close()
    await Promise.all([...this.#held.keys()].map((id) => this.remove(id)))
    await this.#tools.workDir.close()
  }

  #reserveDisk(): Release {
    try {
      return this.#tools.workDir.room.reserve(ATTEMPT_DISK)
    } catch (error) {
      this.#running.endSlowest()
      throw error
    }
  }

  async #run(attempt: Attempt): Promise<void> {
    let folder: string | null = null
    try {
      folder = await this.#tools.workDir.open(attempt.id)
      await merge(attempt, folder, this.#tools)
    } catch (error) {
      // If the work was aborted, `error` may be only a consequence of the abort, so the reason of the abort
      // is recorded instead.
      const cause: unknown = attempt.working.aborted ? attempt.working.reason : error
      const failure = Failure.from(cause)
      // First: a stopped copy of a running attempt means that there is nothing to watch.
      attempt.fail(failure, `${failure.code} | ${causeText(failure.cause)}`)
      await attempt.watch?.stop()
    } finally {
      this.#running.remove(attempt)
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
    await attempt.watch?.stop()
    if (folder) await this.#tools.workDir.remove(folder)
    this.#held.delete(attempt.id)
  }

  #endExpired(leaseMs: number, maxAgeMs: number): void {
    for (const { attempt } of this.#held.values()) {
      const isUnattended = attempt.unattendedMs() > leaseMs
      if (!isUnattended && attempt.age() < maxAgeMs) continue
      const cause = isUnattended ? 'no client for one lease' : 'maximum age reached'
      attempt.end(new Failure('cancelled', { cause }))
    }
  }
}
