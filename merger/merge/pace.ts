/** Bytes per second. A slower source leaves its merge nearly nothing to compute. */
export const SLOW_RATE = 128_000
/** The rate that keeps a slot grows by SLOW_RATE in each such time: no slow source keeps it for hours. */
const RAMP_MS = 30_000
/** A source that only comes in bursts stays idle. */
const RETURN_FACTOR = 4
/** Fraction of the time in which a merge waits for its sources, not for ffmpeg or for the edge. */
const WAITING_FRACTION = 0.8

/** A source that pauses for less is not slow. */
export const SLOW_MS = 1_000

type Sample = { at: number; received: number; waited: number }

/** The rate at which a merge that waits for its sources needs a slot all the same. */
export function rateToHold(merge: { age: number; isIdle: boolean }, otherIdle: number): number {
  return SLOW_RATE * (1 + merge.age / RAMP_MS) * (merge.isIdle ? RETURN_FACTOR : 1) * (1 + otherIdle)
}

/** Tells whether a merge only waits for its sources. Times are monotonic milliseconds. */
export class Pace {
  #samples: Sample[] = []
  #waits = 0
  #waited = 0
  #since = 0

  /** Call the returned function when bytes have come. */
  wait(): () => void {
    if (this.#waits++ === 0) this.#since = performance.now()
    return () => {
      if (--this.#waits === 0) this.#waited += performance.now() - this.#since
    }
  }

  sample(now: number, received: number): void {
    const waited = this.#waited + (this.#waits > 0 ? now - this.#since : 0)
    this.#samples.push({ at: now, received, waited })
    while (this.#samples.length > 2 && this.#samples[1]!.at <= now - SLOW_MS) this.#samples.shift()
  }

  /**
   * Over the last `windowMs`; undefined for a younger attempt. One that opens its sources needs no `wait` to
   * count as waiting.
   */
  isSlow(windowMs: number, rate: number, isOpening: boolean): boolean | undefined {
    const last = this.#samples.at(-1)
    const first = last && this.#samples.findLast(({ at }) => at <= last.at - windowMs)
    if (!first) return undefined
    const ms = last.at - first.at
    const isWaiting = isOpening || last.waited - first.waited >= WAITING_FRACTION * ms
    return isWaiting && last.received - first.received < (rate * ms) / 1_000
  }
}
