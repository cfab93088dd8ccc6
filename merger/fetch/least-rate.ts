import { Failure } from '#contract/failure.ts'

export type RateLimits = {
  /** The minimum average rate of a media server in one window, in bytes per second. */
  bytesPerSecond: number
  /** The length of one window in milliseconds. Only the time in which a caller waits for bytes counts. */
  windowMs: number
}
/** The limits of a merge. A slower media server would keep one of the few merge slots busy for hours. */
export const LEAST_RATE: RateLimits = { bytesPerSecond: 32_000, windowMs: 60_000 }

/**
 * While a caller waits for bytes, a timer updates `#waitedMs`. The timer fires at least once in this many
 * milliseconds.
 */
const STEP_MS = 1_000

/**
 * Detects a media server that sends bytes more slowly than a minimum rate. The average rate is measured in
 * one window after another. Time in which no caller waits for bytes does not count.
 */
export class LeastRate {
  /** Fires with the Failure `too_slow` when the media server is too slow. */
  readonly signal: AbortSignal
  readonly #stop = new AbortController()
  readonly #limits: RateLimits
  /** For the current window: the milliseconds that callers have waited, and the bytes that have arrived. */
  #waitedMs = 0
  #received = 0
  /** Number of calls of `pauseClock` whose pause has not ended yet. While it is above 0, no time counts. */
  #pauses = 0
  /**
   * One function for each running call of `wait`. The function adds the time since its last run to
   * `#waitedMs`.
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
   * Stops the clock for a pause that must not count against the media server. Examples are the pause before a
   * retry, a wait for Retry-After, and the extraction of a fresh link. Returns the function that starts the
   * clock again.
   */
  pauseClock(): () => void {
    this.#count()
    this.#pauses++
    return () => {
      this.#count()
      this.#pauses--
    }
  }

  /**
   * Waits for the next bytes of the media server, counts the waiting time, and returns the value of `next`.
   */
  async wait<T>(next: Promise<T>): Promise<T> {
    let since = performance.now()
    let timer: NodeJS.Timeout
    const count = () => {
      const now = performance.now()
      // If this function last ran more than twice `STEP_MS` ago, the event loop of this process was blocked.
      // The media server did not cause this delay, so at most twice `STEP_MS` is counted.
      if (this.#pauses === 0) this.#waitedMs += Math.min(now - since, 2 * STEP_MS)
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
   * Yields the values of `source` unchanged, and counts the time in which the caller waits for the next
   * value.
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
