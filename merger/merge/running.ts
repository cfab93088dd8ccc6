import { Failure } from '#contract/failure.ts'
import type { Slots } from '../process/slots.ts'
import type { Attempt } from './attempt.ts'
import { rateToHold, SLOW_MS, SLOW_RATE } from './pace.ts'

const CHECK_MS = 100
/** An idle merge holds two ffmpeg that sleep, and the disk space of an attempt. */
const IDLE_PER_SLOT = 4
/** A younger attempt may still open its sources. */
const YOUNG_MS = 8_000
/** Bytes per second, from its start on. A faster merge is never ended for others. */
const SPARED_RATE = 4 * SLOW_RATE

/**
 * A merge that only waits for its sources is idle: it gives its slot back and goes on. When bytes come, it
 * takes one again, even above the number of slots.
 */
export class Running {
  readonly #slots: Slots
  /** null: idle */
  readonly #held = new Map<Attempt, (() => void) | null>()
  readonly #watch: NodeJS.Timeout

  constructor(slots: Slots) {
    this.#slots = slots
    this.#watch = setInterval(() => this.#check(), CHECK_MS).unref()
  }

  /** False if no slot is free. */
  add(attempt: Attempt): boolean {
    const leave = this.#slots.take()
    if (leave) this.#held.set(attempt, leave)
    return leave !== null
  }

  remove(attempt: Attempt): void {
    this.#held.get(attempt)?.()
    this.#held.delete(attempt)
    attempt.isIdle = false
  }

  close(): void {
    clearInterval(this.#watch)
  }

  /** Ends the slowest idle merge, because others need its memory and disk space. */
  endSlowest(): void {
    const idle = this.#idle
    const old = idle.filter((attempt) => attempt.age() >= YOUNG_MS)
    const [slowest] = old.length > 0 ? old.sort((a, b) => rateOf(a) - rateOf(b)) : idle
    slowest?.stopWork(new Failure('busy', { cause: 'slower than many other merges' }))
  }

  get #idle(): Attempt[] {
    return [...this.#held.keys()].filter(({ isIdle, working }) => isIdle && !working.aborted)
  }

  get #mostIdle(): number {
    return IDLE_PER_SLOT * this.#slots.size
  }

  /** For one more idle merge, without the end of one that gets on. */
  #hasRoom(): boolean {
    const idle = this.#idle
    return idle.length < this.#mostIdle || idle.some((attempt) => rateOf(attempt) < SPARED_RATE)
  }

  #check(): void {
    const now = performance.now()
    for (const [attempt, leave] of this.#held) {
      const { pace, progress } = attempt
      pace.sample(now, progress.received)
      const isOpening = progress.stage === 'extracting'
      const otherIdle = this.#idle.filter((other) => other !== attempt).length
      const rate = rateToHold({ age: attempt.age(), isIdle: attempt.isIdle }, otherIdle)
      // The more merges are idle, the sooner the next one is.
      const windowMs = SLOW_MS / (1 + otherIdle)
      if (leave && pace.isSlow(windowMs, this.#hasRoom() ? rate : SLOW_RATE, isOpening)) {
        leave()
        this.#held.set(attempt, null)
        attempt.isIdle = true
        if (this.#idle.length > this.#mostIdle) this.endSlowest()
      } else if (!leave && pace.isSlow(SLOW_MS, rate, isOpening) === false) {
        this.#held.set(attempt, this.#slots.takeAgain())
        attempt.isIdle = false
      }
    }
  }
}

const rateOf = (attempt: Attempt) => (1_000 * attempt.progress.received) / attempt.age()
