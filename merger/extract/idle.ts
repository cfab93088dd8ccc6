import { Failure } from '#contract/failure.ts'

const IDLE_MS = 1_500

/**
 * An extraction is idle once it has not computed for IDLE_MS: it only waits for the network. It has given its
 * slot back, and few of them cost anything, so there may be many.
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

  /** @param ending is aborted when others need its memory */
  watch(ending: AbortController, onIdle: () => void): { onCompute: () => void; end: () => void } {
    const timer = setTimeout(() => {
      if (this.#ends.size >= this.#most) this.endLongest()
      this.#ends.add(ending)
      onIdle()
    }, this.#idleMs)
    return {
      onCompute: () => {
        if (!this.#ends.has(ending) && !ending.signal.aborted) timer.refresh()
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
