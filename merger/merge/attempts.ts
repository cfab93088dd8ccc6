import type { MergeOrder } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { LEASE_MS } from '#contract/limits.ts'
import { causeText, log } from '../log.ts'
import { Slots } from '../process/slots.ts'
import { Attempt } from './attempt.ts'
import { merge } from './merge.ts'
import type { Tools } from './tools.ts'

/** No attempt is older, whoever holds on to it: the longest merge, and an hour to fetch what it made. */
const MAX_LIFE_MS = 5 * 3_600_000

/** All attempts of this process, by id; each ends by its own outcome, a DELETE, or for want of anybody who looks at it. */
export class Attempts {
  readonly slots: Slots
  readonly #held = new Map<string, { attempt: Attempt; gone: Promise<void> }>()
  readonly #tools: Tools
  readonly #watch: NodeJS.Timeout

  constructor(tools: Tools, lease = LEASE_MS) {
    this.#tools = tools
    this.slots = new Slots(tools.config.MERGE_SLOTS)
    this.#watch = setInterval(() => this.#endForgotten(lease), Math.min(5_000, lease / 4)).unref()
  }

  /** Starts an order, or finds it running. Throws `busy` when all slots are taken. */
  start(order: MergeOrder): void {
    const attempt = new Attempt(order)
    for (const { attempt: other } of this.#held.values()) {
      if (other.order.task !== order.task || other.id === attempt.id) continue
      // The task went on without the older attempt; whoever still asks for it has lost its lease.
      if (other.order.attempt > order.attempt) throw new Failure('cancelled')
      other.end(new Failure('cancelled'))
    }
    const same = this.#held.get(attempt.id)
    if (same) return same.attempt.touch()
    const release = this.slots.take()
    if (!release) throw new Failure('busy')
    this.#held.set(attempt.id, { attempt, gone: this.#run(attempt, release) })
  }

  /** Throws `not_found`. */
  find(id: string): Attempt {
    const held = this.#held.get(id)
    if (!held) throw new Failure('not_found')
    return held.attempt
  }

  /** Ends an attempt and waits until nothing of it is left; one that is not there is gone already. */
  async remove(id: string): Promise<void> {
    const held = this.#held.get(id)
    held?.attempt.end(new Failure('cancelled'))
    await held?.gone
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    await Promise.all([...this.#held.keys()].map((id) => this.remove(id)))
    await this.#tools.workDir.close()
  }

  /** The life of an attempt; resolves when its processes and its folder are gone. */
  async #run(attempt: Attempt, release: () => void): Promise<void> {
    let folder: string | null = null
    try {
      folder = await this.#tools.workDir.open(attempt.id)
      await merge(attempt, folder, this.#tools)
    } catch (error) {
      // Whatever an abort looked like where it struck, its reason is why.
      const cause: unknown = attempt.working.aborted ? attempt.working.reason : error
      const failure = Failure.from(cause)
      attempt.fail(failure, `${failure.code} | ${causeText(failure)}`)
    } finally {
      release()
    }
    const state = attempt.state()
    log('attempt', {
      task: attempt.order.task,
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

  #endForgotten(lease: number): void {
    for (const { attempt } of this.#held.values()) {
      const isForgotten = attempt.alone() > lease
      if (!isForgotten && attempt.age() < MAX_LIFE_MS) continue
      const cause = isForgotten ? 'nobody attached' : 'too old'
      attempt.end(new Failure('cancelled', { cause }))
    }
  }
}
