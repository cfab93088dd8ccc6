import { Failure } from '#contract/failure.ts'

const IDLE_MS = 1_500
/** The fork server tells twice a second who computes. */
const SHORTEST_MS = 750
/** So many idle extractions halve the time after which the next one is idle. */
const HALVING = 4
/** Longer than the time between two reports of one that computes. */
const COMPUTES_MS = 1_000
/** Of all that may be idle. One that computes again can take as much memory as one with a slot. */
const COMPUTING_FRACTION = 1 / 4

/**
 * An extraction is idle once it has not computed for IDLE_MS, less while others are idle: it only waits for
 * the network. It has given its slot back, and few of them cost anything, so there may be many.
 */
export class IdleExtractions {
  readonly #most: number
  readonly #idleMs: number
  readonly #hasMemory: () => boolean
  /** The one that is idle longest comes first. `at`: when it last computed, in monotonic milliseconds. */
  readonly #ends = new Map<AbortController, { at: number; reports: number }>()

  constructor(most: number, idleMs = IDLE_MS, hasMemory = () => true) {
    this.#most = most
    this.#idleMs = idleMs
    this.#hasMemory = hasMemory
  }

  get count(): number {
    return this.#ends.size
  }

  get #waitMs(): number {
    return Math.max(Math.min(this.#idleMs, SHORTEST_MS), this.#idleMs / (1 + this.#ends.size / HALVING))
  }

  /** @param ending is aborted when others need its memory */
  watch(ending: AbortController, onIdle: () => void): { onCompute: () => void; end: () => void } {
    const rest = () => {
      if (this.#ends.size >= this.#most) this.endLongest()
      this.#ends.set(ending, { at: -Infinity, reports: 0 })
      onIdle()
    }
    let timer = setTimeout(rest, this.#waitMs)
    return {
      onCompute: () => {
        if (this.#ends.has(ending)) return this.#compute(ending)
        if (ending.signal.aborted) return
        clearTimeout(timer)
        timer = setTimeout(rest, this.#waitMs)
      },
      end: () => {
        clearTimeout(timer)
        this.#ends.delete(ending)
      },
    }
  }

  endLongest(): void {
    const [longest] = this.#ends.keys()
    if (longest) this.#end(longest, 'idle for longer than many others')
  }

  /** Hostile pages can let many wait and then compute at once. The one that has computed longest ends. */
  #compute(ending: AbortController): void {
    const now = performance.now()
    this.#ends.set(ending, { at: now, reports: (this.#ends.get(ending)?.reports ?? 0) + 1 })
    const computing = [...this.#ends].filter(([, { at }]) => at > now - COMPUTES_MS)
    if (computing.length <= this.#most * COMPUTING_FRACTION && this.#hasMemory()) return
    const [[longest] = [ending]] = computing.toSorted(([, a], [, b]) => b.reports - a.reports)
    this.#end(longest, 'computes longer than many others')
  }

  #end(ending: AbortController, cause: string): void {
    this.#ends.delete(ending)
    ending.abort(new Failure('busy', { cause }))
  }
}
