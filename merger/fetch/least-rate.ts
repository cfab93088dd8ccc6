import { Failure } from '#contract/failure.ts'

export type RateLimits = {
  /** Bytes per second that a source must send on average over one window. */
  bytesPerSecond: number
  /** Milliseconds of one window. Only the time in which a reader waits for the source counts. */
  windowMs: number
}
/** A slower source would hold a merge slot for hours. */
export const LEAST_RATE: RateLimits = { bytesPerSecond: 32_000, windowMs: 60_000 }

/** Milliseconds after which a wait is counted at the latest. */
const STEP_MS = 1_000

/**
 * Ends a source that sends slower than its least rate, from its first request on. While the reader of the
 * source pauses, the clock stands still.
 */
export class LeastRate {
  /** Aborted with the failure `too_slow`. */
  readonly signal: AbortSignal
  readonly #stop = new AbortController()
  readonly #limits: RateLimits
  /** Milliseconds that readers have waited, and bytes that have arrived, in this window. */
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

  /** Does not count this time, because the source did not cause it or has announced it. */
  excuse(ms: number): void {
    this.#waitedMs -= ms
  }

  /** Waits for the source. The time counts. */
  async wait<T>(next: Promise<T>): Promise<T> {
    let since = performance.now()
    let timer: NodeJS.Timeout
    const count = () => {
      const now = performance.now()
      // A longer step means that this process itself was held up, which is not the fault of the source.
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

  /** Yields the same values. The time in which its reader waits for the next one counts. */
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
