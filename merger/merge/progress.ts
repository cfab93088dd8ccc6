import type { MergeEvent } from '#contract/engine.ts'

type Shown = MergeEvent['progress']

/** Streaming ends here; the rest belongs to proving the file and to storing it. */
const STREAMED = 97
const PERCENT: Record<Shown['stage'], number | null> = {
  extracting: 0,
  downloading: null,
  converting: null,
  finishing: 98,
}
/** Speed is the average of this long. */
const WINDOW_MS = 4_000
const SAMPLE_MS = 250

/** How far an attempt is, from bytes that really arrived and media time that was really written. */
export class Progress {
  stage: Shown['stage'] = 'extracting'
  received = 0
  /** Bytes expected of all sources; null = at least one does not say. */
  total: number | null = null
  /** Seconds of media written, and expected. */
  written = 0
  duration: number | null = null
  #percent = 0
  #writingSince: number | null = null
  #samples: { at: number; received: number }[] = []

  receive(count: number): void {
    this.received += count
  }

  /** What is shown at `now` (milliseconds); the percentage never falls. */
  show(now: number): Shown {
    this.#percent = Math.max(this.#percent, PERCENT[this.stage] ?? STREAMED * Math.min(1, this.#share()))
    const speed = this.#speed(now)
    const left = this.total === null ? null : Math.max(0, this.total - this.received)
    return {
      percent: Math.round(this.#percent * 10) / 10,
      stage: this.stage,
      received: this.received,
      total: this.total,
      speed: speed === null ? null : Math.round(speed),
      remaining: left !== null && speed ? Math.ceil(left / speed) : this.#rest(now),
    }
  }

  /** Seconds left by media time, where nobody says how many bytes there are. */
  #rest(now: number): number | null {
    if (!this.duration || !this.written) return null
    this.#writingSince ??= now - 1
    const share = Math.min(1, this.written / this.duration)
    const elapsed = (now - this.#writingSince) / 1_000
    return elapsed > 1 ? Math.ceil((elapsed * (1 - share)) / share) : null
  }

  #share(): number {
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
