import { Failure } from '#contract/failure.ts'

export type RateLimits = {
  /** The minimum average rate of a source in one window, in bytes per second. */
  bytesPerSecond: number
  /**
   * Length of one window, as milliseconds in which a reader waits for the source. Other time does not count.
   */
  windowMs: number
}
/** The default limits. A source below this rate would hold a merge slot for hours. */
export const LEAST_RATE: RateLimits = { bytesPerSecond: 32_000, windowMs: 60_000 }

/** While a reader waits, its waiting time is added to the count at least every this many milliseconds. */
const STEP_MS = 1_000

/**
 * Aborts a source that sends slower than its minimum rate, measured from its first request on. Time does not
 * count while the reader of the source pauses.
 */
export class LeastRate {
  /** Fires with the Failure `too_slow` when the source is too slow. */
  readonly signal: AbortSignal
  readonly #stop = new AbortController()
  readonly #limits: RateLimits
  /** Milliseconds that readers have waited, and bytes that have arrived, in the current window. */
  #waitedMs = 0
  #received = 0

  constructor(limits: RateLimits = LEAST_RATE) {
    this.#limits = limits
    this.signal = this.#stop.signal
  }

  /** Counts bytes that have arrived. */
  receive(bytes: number): void {
    this.#received += bytes
  }

  /** Subtracts waiting time that the source did not cause, or that it announced with Retry-After. */
  excuse(ms: number): void {
    this.#waitedMs -= ms
  }

  /** Waits for the source and counts the time. */
  async wait<T>(next: Promise<T>): Promise<T> {
    let since = performance.now()
    let timer: NodeJS.Timeout
    const count = () => {
      const now = performance.now()
      // A step can be longer only when this process itself was blocked, which is not the fault of the source.
      this.#waitedMs += Math.min(now - since, 2 * STEP_MS)
      since = now
      if (this.#waitedMs >= this.#limits.windowMs) this.#endWindow()
    }
    const watch = () => {
      const leftMs = this.#limits.windowMs - this.#waitedMs
      timer = setTimeout(
        () => {
          count()
          watch()
        },
        Math.min(leftMs, STEP_MS),
      )
    }
    watch()
    try {
      return await next
    } finally {
      count()
      clearTimeout(timer!)
    }
  }

  /**
   * Yields the values of `source` unchanged. Counts the time in which the reader waits for the next value.
   */
  async *pace<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    const values = source[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await this.wait(values.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      await values.return?.()
    }
  }

  #endWindow(): void {
    const rate = (this.#received / this.#waitedMs) * 1_000
    this.#waitedMs = this.#received = 0
    if (rate >= this.#limits.bytesPerSecond || this.#stop.signal.aborted) return
    this.#stop.abort(
      new Failure('too_slow', { cause: `${Math.round(rate)} bytes per second from the source` }),
    )
  }
}
