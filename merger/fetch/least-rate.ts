import { Failure } from '#contract/failure.ts'

export type RateLimits = {
  bytesPerSecond: number
  /** Only the time in which a caller waits for bytes counts. */
  windowMs: number
  /** Milliseconds until the work must be done. */
  timeLeft?: () => number
  /** Called when a wait for bytes begins; the returned function when it ends. */
  onWait?: () => () => void
}
/** A slower media server would keep one of the few merge slots busy for hours. */
export const LEAST_RATE: RateLimits = { bytesPerSecond: 32_000, windowMs: 60_000 }

const STEP_MS = 1_000

export class LeastRate {
  readonly signal: AbortSignal
  /** Bytes of the whole source, if known. */
  size: number | null = null
  readonly #stop = new AbortController()
  readonly #limits: RateLimits
  #waitedMs = 0
  #received = 0
  #receivedInAll = 0
  #pauses = 0
  readonly #waits = new Set<() => void>()

  constructor(limits: RateLimits = LEAST_RATE) {
    this.#limits = limits
    this.signal = this.#stop.signal
  }

  receive(bytes: number): void {
    this.#received += bytes
    this.#receivedInAll += bytes
  }

  /**
   * For a pause that must not count against the media server. Returns the function that starts the clock
   * again.
   */
  pauseClock(): () => void {
    this.#count()
    this.#pauses++
    return () => {
      this.#count()
      this.#pauses--
    }
  }

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
    const end = this.#limits.onWait?.()
    try {
      return await next
    } finally {
      count()
      end?.()
      clearTimeout(timer!)
      this.#waits.delete(count)
    }
  }

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
    if (rate >= this.#leastRate() || this.#stop.signal.aborted) return
    this.#stop.abort(
      new Failure('too_slow', { cause: `${Math.round(rate)} bytes per second from the source` }),
    )
  }

  #leastRate(): number {
    const { bytesPerSecond, timeLeft } = this.#limits
    if (!timeLeft || this.size === null) return bytesPerSecond
    const needed = ((this.size - this.#receivedInAll) / Math.max(1, timeLeft())) * 1_000
    return Math.max(bytesPerSecond, needed)
  }
}
