import type { MergeEvent } from '#contract/engine/merge.ts'

type Shown = MergeEvent['progress']

/** The rest is for checking and storing the file. */
const STREAMED_PERCENT = 97
/** null = it is computed from the received bytes or the written media. */
const PERCENT: Record<Shown['stage'], number | null> = {
  extracting: 0,
  waiting: 0,
  downloading: null,
  converting: null,
  finishing: 98,
}
const WINDOW_MS = 4_000
const SAMPLE_MS = 250

export class Progress {
  stage: Shown['stage'] = 'extracting'
  received = 0
  total: number | null = null
  /** Seconds of media that ffmpeg has written. */
  written = 0
  duration: number | null = null
  #waitsUntil: number | null = null
  #percent = 0
  #writingSince: number | null = null
  #samples: { at: number; received: number }[] = []

  /** @param time monotonic milliseconds at which the wait probably ends */
  waitUntil(time: number): void {
    this.#waitsUntil = Math.max(this.#waitsUntil ?? 0, time)
  }

  stopWaiting(): void {
    this.#waitsUntil = null
  }

  receive(count: number): void {
    this.received += count
  }

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

  /** For sources whose total size is unknown. */
  #secondsLeft(now: number): number | null {
    if (!this.duration || !this.written) return null
    this.#writingSince ??= now - 1
    const share = Math.min(1, this.written / this.duration)
    const elapsed = (now - this.#writingSince) / 1_000
    return elapsed > 1 ? Math.ceil((elapsed * (1 - share)) / share) : null
  }

  #fraction(): number {
    const arrived = this.total ? this.received / this.total : null
    const written = this.duration ? this.written / this.duration : null
    if (this.stage === 'converting' && written !== null) return Math.min(written, arrived ?? 1)
    return arrived ?? written ?? 0
  }

  #speed(now: number): number | null {
    const last = this.#samples.at(-1)
    if (!last || now - last.at >= SAMPLE_MS) this.#samples.push({ at: now, received: this.received })
    while (this.#samples.length > 2 && now - (this.#samples[0]?.at ?? now) > WINDOW_MS) this.#samples.shift()
    const first = this.#samples[0]
    if (!first || now - first.at < SAMPLE_MS) return null
    return ((this.received - first.received) / (now - first.at)) * 1_000
  }
}
