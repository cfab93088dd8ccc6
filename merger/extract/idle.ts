import { Failure } from '#contract/failure.ts'

const IDLE_MS = 1_500
/** The fork server tells twice a second who computes. */
const SHORTEST_MS = 750
/** So many idle extractions halve the time after which the next one is idle. */
const HALVING = 4

/**
 * An extraction is idle once it has not computed for IDLE_MS, less while others are idle: it only waits for
 * the network. It has given its slot back, and few of them cost anything, so there may be many.
 */
export class IdleExtractions {
  readonly #most: number
  readonly #idleMs: number
  /** The one that is idle longest comes first. */
  readonly #ends = new Set<AbortController>()

  constructor(most: number, idleMs = IDLE_MS) {
    this.#most = most
    this.#idleMs = idleMs
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
      this.#ends.add(ending)
      onIdle()
    }
    let timer = setTimeout(rest, this.#waitMs)
    return {
      onCompute: () => {
        if (this.#ends.has(ending) || ending.signal.aborted) return
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
    const [longest] = this.#ends
    if (!longest) return
    this.#ends.delete(longest)
    longest.abort(new Failure('busy', { cause: 'idle for longer than many others' }))
  }
}
