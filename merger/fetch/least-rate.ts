import { Failure } from '#contract/failure.ts'

export type RateLimits = {
  /** The minimum average rate of a source in one window, in bytes per second. */
  bytesPerSecond: number
  /**
   * The length of one window in milliseconds. The clock of the window runs only while a reader waits for the
   * next bytes from the source.
   */
  windowMs: number
}
/** A source below this rate would hold a merge slot for hours. */
export const LEAST_RATE: RateLimits = { bytesPerSecond: 32_000, windowMs: 60_000 }

/**
 * While a reader waits for bytes, a timer adds the time waited so far to `#waitedMs`. The timer fires at
 * least once in this many milliseconds.
 */
const STEP_MS = 1_000

/**
 * Aborts a source that sends bytes slower than its minimum rate. The rate is measured in one window after
 * another. Time in which the reader of the source pauses does not count.
 */
export class LeastRate {
  /** Fires with the Failure `too_slow` when the source is too slow. */
  readonly signal: AbortSignal
  readonly #stop = new AbortController()
  readonly #limits: RateLimits
  /** For the current window: the milliseconds that readers have waited, and the bytes that have arrived. */
  #waitedMs = 0
  #received = 0
  /** Number of pauses that `pauseClock` has started and that still last. No time counts during a pause. */
  #holds = 0
  /**
   * One function for each running call of `wait`. The function adds the time that this call has waited so far
   * to `#waitedMs`.
   */
  readonly #waits = new Set<() => void>()

  constructor(limits: RateLimits = LEAST_RATE) {
    this.#limits = limits
    this.signal = this.#stop.signal
  }

  /** Counts bytes that have arrived. */
  receive(bytes: number): void {
    this.#received += bytes
  }

  /**
   * Stops the clock during a pause that must not count against the source: a pause of the merger itself, or a
   * pause that the source has requested with Retry-After. Returns the function that starts the clock again.
   */
  pauseClock(): () => void {
    this.#count()
    this.#holds++
    return () => {
      this.#count()
      this.#holds--
    }
  }

  /** Waits for the next bytes of the source and counts the waiting time. */
  async wait<T>(next: Promise<T>): Promise<T> {
    let since = performance.now()
    let timer: NodeJS.Timeout
    const count = () => {
      const now = performance.now()
      // If more than twice `STEP_MS` has passed since the last count, the event loop of this process was
      // blocked. The source did not cause this delay, so at most twice `STEP_MS` is counted.
      if (this.#holds === 0) this.#waitedMs += Math.min(now - since, 2 * STEP_MS)
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
    this.#waits.add(count)
    try {
      return await next
    } finally {
      count()
      clearTimeout(timer!)
      this.#waits.delete(count)
    }
  }

  /**
   * Yields the values of `source` unchanged. Only the time in which the reader waits for the next value
   * counts towards the rate.
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

  #count(): void {
    for (const count of this.#waits) count()
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
