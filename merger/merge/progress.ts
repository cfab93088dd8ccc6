import type { MergeEvent } from '#contract/engine/merge.ts'

type Shown = MergeEvent['progress']

/** The percentage when all media is written. The rest is for checking and storing the file. */
const STREAMED_PERCENT = 97
/**
 * The percentage that is shown in each stage; null = it is computed from the received bytes or the written
 * media.
 */
const PERCENT: Record<Shown['stage'], number | null> = {
  extracting: 0,
  waiting: 0,
  downloading: null,
  converting: null,
  finishing: 98,
}
/** The speed is the average over this many milliseconds. */
const WINDOW_MS = 4_000
const SAMPLE_MS = 250

/** Computes the progress of an attempt from the received bytes and the written media time. */
export class Progress {
  stage: Shown['stage'] = 'extracting'
  /** Number of bytes received from all sources. */
  received = 0
  /** Size of all sources together in bytes; null when the size of a source is unknown. */
  total: number | null = null
  /** Seconds of media that ffmpeg has written. */
  written = 0
  /** Duration of the complete file in seconds; null = unknown. */
  duration: number | null = null
  /**
   * Time (monotonic milliseconds) from which the site accepts requests for the media; null = the merger does
   * not wait.
   */
  #waitsUntil: number | null = null
  #percent = 0
  #writingSince: number | null = null
  #samples: { at: number; received: number }[] = []

  /**
   * Sets the stage to `waiting`. The stage changes only when `stopWaiting` is called.
   * @param time monotonic milliseconds at which the wait probably ends; the progress shows the time until then
   */
  waitUntil(time: number): void {
    this.#waitsUntil = Math.max(this.#waitsUntil ?? 0, time)
  }

  stopWaiting(): void {
    this.#waitsUntil = null
  }

  receive(count: number): void {
    this.received += count
  }

  /** Returns the progress at `now` (monotonic milliseconds). The percentage never falls. */
  show(now: number): Shown {
    const stage = this.#waitsUntil === null ? this.stage : 'waiting'
    this.#percent = Math.max(
      this.#percent,
      PERCENT[stage] ?? STREAMED_PERCENT * Math.min(1, this.#fraction()),
    )
    const speed = this.#speed(now)
    const left = this.total === null ? null : Math.max(0, this.total - this.received)
    return {
      percent: Math.round(this.#percent * 10) / 10,
      stage,
      received: this.received,
      total: this.total,
      speed: speed === null ? null : Math.round(speed),
      remaining:
        this.#waitsUntil === null
          ? left !== null && speed
            ? Math.ceil(left / speed)
            : this.#secondsLeft(now)
          : Math.max(0, Math.ceil((this.#waitsUntil - now) / 1_000)),
    }
  }

  /** Estimates the seconds left from the written media time, for sources whose total size is unknown. */
  #secondsLeft(now: number): number | null {
    if (!this.duration || !this.written) return null
    this.#writingSince ??= now - 1
    const share = Math.min(1, this.written / this.duration)
    const elapsed = (now - this.#writingSince) / 1_000
    return elapsed > 1 ? Math.ceil((elapsed * (1 - share)) / share) : null
  }

  /** Returns the fraction of the work that is done, from 0 to 1. */
  #fraction(): number {
    const arrived = this.total ? this.received / this.total : null
    const written = this.duration ? this.written / this.duration : null
    if (this.stage === 'converting' && written !== null) return Math.min(written, arrived ?? 1)
    return arrived ?? written ?? 0
  }

  /** Returns the bytes received per second; null until two measurements are at least `SAMPLE_MS` apart. */
  #speed(now: number): number | null {
    const last = this.#samples.at(-1)
    if (!last || now - last.at >= SAMPLE_MS) this.#samples.push({ at: now, received: this.received })
    while (this.#samples.length > 2 && now - (this.#samples[0]?.at ?? now) > WINDOW_MS) this.#samples.shift()
    const first = this.#samples[0]
    if (!first || now - first.at < SAMPLE_MS) return null
    return ((this.received - first.received) / (now - first.at)) * 1_000
  }
}
