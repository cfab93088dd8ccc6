/** What an extraction says about an exit: `fault` means that its proxy cannot be used. */
export type Outcome = 'ok' | 'blocked' | 'fault'

/** Outcomes that count, and how many bad ones of them open the breaker. */
const WINDOW = 5
const BAD_TO_OPEN = 3
const FIRST_PAUSE_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const HOUR_MS = 3_600_000

/**
 * Health and budget of one exit for one platform. After three bad outcomes of the last five, the breaker
 * opens for 15 minutes. Then one extraction tries; when it fails too, the pause doubles, to six hours at
 * most. All times are epoch milliseconds.
 */
export class Breaker {
  readonly #perHour: number | undefined
  #outcomes: Outcome[] = []
  #openUntil = 0
  #openedAt: number | undefined
  #pause = FIRST_PAUSE_MS
  /** Until when the one extraction that tries may take. */
  #trialUntil = 0
  #tokens: number
  #filledAt: number | undefined

  /** @param perHour the budget of extractions in an hour; undefined: no bound */
  constructor(perHour?: number) {
    this.#perHour = perHour
    this.#tokens = perHour ?? Infinity
  }

  /**
   * When an extraction may start: now, later (milliseconds to wait), or `refused` while the breaker is open.
   */
  check(now: number): 'now' | 'refused' | { waitMs: number } {
    if (now < this.#openUntil || now < this.#trialUntil) return 'refused'
    this.#refill(now)
    if (this.#tokens >= 1) return 'now'
    return { waitMs: ((1 - this.#tokens) * HOUR_MS) / (this.#perHour ?? 1) }
  }

  /**
   * Counts an extraction that starts. While the breaker is half open, no other one starts before it ends.
   * @param longestMs the longest time that it may take
   */
  start(now: number, longestMs: number): void {
    this.#refill(now)
    this.#tokens -= 1
    if (this.#openedAt !== undefined) this.#trialUntil = now + longestMs
  }

  /** Records how an extraction ended; null for an end that says nothing about the exit. */
  report(outcome: Outcome | null, now: number): void {
    const isTrial = this.#openedAt !== undefined && now >= this.#openUntil
    this.#trialUntil = 0
    if (outcome === null) return
    if (isTrial && outcome === 'ok') {
      this.#openedAt = undefined
      this.#pause = FIRST_PAUSE_MS
      this.#outcomes = []
    }
    this.#outcomes = [...this.#outcomes, outcome].slice(-WINDOW)
    if (outcome === 'ok' || now < this.#openUntil) return
    const isBad = this.#outcomes.filter((each) => each !== 'ok').length >= BAD_TO_OPEN
    if (isTrial) this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS)
    if (!isTrial && !isBad) return
    this.#openedAt ??= now
    this.#openUntil = now + this.#pause
  }

  /** For `/healthz`: `since` and `until` are set while the breaker is not closed. */
  state(now: number): { state: 'closed' | 'open' | 'half_open'; since: number | null; until: number | null } {
    if (this.#openedAt === undefined) return { state: 'closed', since: null, until: null }
    const isOpen = now < this.#openUntil
    return { state: isOpen ? 'open' : 'half_open', since: this.#openedAt, until: this.#openUntil }
  }

  #refill(now: number): void {
    if (this.#perHour === undefined) return
    const passed = now - (this.#filledAt ?? now)
    this.#tokens = Math.min(this.#perHour, this.#tokens + (passed * this.#perHour) / HOUR_MS)
    this.#filledAt = now
  }
}
