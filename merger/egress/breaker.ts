import type { ExitReport } from '#contract/engine/extraction.ts'

/**
 * The effect of one extraction on the health of its exit: the platform answered (`ok`), the platform refused
 * the exit (`blocked`), or the proxy of the exit cannot be used (`fault`).
 */
export type Outcome = 'ok' | 'blocked' | 'fault'

/**
 * Who asked for an extraction: a keyed hash of the canonical link, and a keyed hash of the visitor. An
 * undefined field is unknown.
 */
export type Asker = { link?: string | undefined; visitor?: string | undefined }

/**
 * The breaker considers only the newest `WINDOW` outcomes. It opens when `BAD_TO_OPEN` of these are bad.
 */
const WINDOW = 5
const BAD_TO_OPEN = 3
/**
 * When the visitors are known, refusals open the breaker only if at least this many different visitors were
 * refused.
 */
const VISITORS_TO_OPEN = 2
const FIRST_PAUSE_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const HOUR_MS = 3_600_000

/**
 * Circuit breaker and hourly budget of one exit for one platform. Three bad outcomes among the last five open
 * the breaker for 15 minutes. After the pause, the breaker lets one extraction through as a trial. When the
 * trial fails, the pause doubles, up to six hours.
 *
 * Only the newest outcome of each link counts, and refusals of a single visitor do not open the breaker.
 * Otherwise a visitor could open it with links that always fail. All times are epoch milliseconds.
 */
export class Breaker {
  readonly #perHour: number | undefined
  #outcomes: (Asker & { outcome: Outcome })[] = []
  #openUntil = 0
  #openedAt: number | undefined
  #pause = FIRST_PAUSE_MS
  /** Epoch milliseconds until which the running trial blocks all other extractions; 0 = no trial runs. */
  #trialUntil = 0
  #tokens: number
  #filledAt: number | undefined
  /** Number of extractions that other mergers have started in the last hour, as the edge reported it. */
  #usedElsewhere = 0

  /** @param perHour the maximum number of extractions in an hour; undefined: no maximum */
  constructor(perHour?: number) {
    this.#perHour = perHour
    this.#tokens = perHour ?? Infinity
  }

  /**
   * Returns whether an extraction may start `now`, after `waitMs` milliseconds, or not at all while the
   * breaker is open (`refused`). A link that was refused before cannot be the trial.
   */
  check(now: number, { link }: Asker = {}): 'now' | 'refused' | { waitMs: number } {
    if (now < this.#openUntil || now < this.#trialUntil) return 'refused'
    const hasFailed = link !== undefined && this.#bad().some((each) => each.link === link)
    if (this.#openedAt !== undefined && hasFailed) return 'refused'
    this.#refill(now)
    const left = this.#tokens - this.#usedElsewhere
    if (left >= 1) return 'now'
    return { waitMs: ((1 - left) * HOUR_MS) / (this.#perHour ?? 1) }
  }

  /**
   * Takes over two facts from other mergers: the time until which the platform refuses the exit, and the
   * number of extractions of the exit's hourly budget that those mergers have used. If the pause after the
   * refusal is over, the breaker becomes half-open, so the next extraction is the trial.
   */
  adopt({ since, until, used, pause }: Omit<ExitReport, 'exit'>, now: number): void {
    this.#usedElsewhere = this.#perHour === undefined ? 0 : used
    if (since === null || until === null || until <= this.#openUntil) return
    this.#openedAt ??= since
    this.#openUntil = Math.min(until, now + LONGEST_PAUSE_MS)
    this.#pause = Math.min(Math.max(pause ?? 0, this.#pause), LONGEST_PAUSE_MS)
  }

  /**
   * Counts an extraction that starts. In a half-open breaker this extraction is the trial, and no other one
   * starts before it ends.
   * @param longestMs the maximum duration of the extraction in milliseconds
   */
  start(now: number, longestMs: number): void {
    this.#refill(now)
    this.#tokens -= 1
    if (this.#openedAt !== undefined) this.#trialUntil = now + longestMs
  }

  /** Records the outcome of an extraction; null for an outcome that shows nothing about the exit. */
  report(outcome: Outcome | null, now: number, asker: Asker = {}): void {
    const isTrial = this.#openedAt !== undefined && now >= this.#openUntil
    this.#trialUntil = 0
    if (outcome === null) return
    if (isTrial && outcome === 'ok') {
      this.#openedAt = undefined
      this.#pause = FIRST_PAUSE_MS
      this.#outcomes = []
    }
    const others = this.#outcomes.filter(({ link }) => link === undefined || link !== asker.link)
    this.#outcomes = [...others, { ...asker, outcome }].slice(-WINDOW)
    if (outcome === 'ok' || now < this.#openUntil) return
    const isBad = this.#isBad()
    if (isTrial) this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS)
    if (!isTrial && !isBad) return
    this.#openedAt ??= now
    this.#openUntil = now + this.#pause
  }

  /**
   * Returns the number of extractions of the last hour that count against the budget; 0 for an exit without a
   * budget.
   */
  used(now: number): number {
    this.#refill(now)
    return this.#perHour === undefined ? 0 : Math.max(0, this.#perHour - this.#tokens)
  }

  /**
   * The state for `/healthz`. `since` and `until` are epoch milliseconds, and null while the breaker is
   * closed.
   */
  state(now: number): { state: 'closed' | 'open' | 'half_open'; since: number | null; until: number | null } {
    if (this.#openedAt === undefined) return { state: 'closed', since: null, until: null }
    const isOpen = now < this.#openUntil
    return { state: isOpen ? 'open' : 'half_open', since: this.#openedAt, until: this.#openUntil }
  }

  /** The duration of the current pause in milliseconds. */
  get pause(): number {
    return this.#pause
  }

  #bad() {
    return this.#outcomes.filter(({ outcome }) => outcome !== 'ok')
  }

  /**
   * Returns whether the recent outcomes open the breaker. A visitor cannot cause a fault of the proxy, so
   * faults count even when only one visitor has met them.
   */
  #isBad(): boolean {
    const bad = this.#bad()
    const refusals = bad.filter(({ outcome }) => outcome === 'blocked')
    const visitors = new Set(refusals.flatMap(({ visitor }) => visitor ?? []))
    const isOneVisitor = visitors.size > 0 && visitors.size < VISITORS_TO_OPEN
    return (isOneVisitor ? bad.length - refusals.length : bad.length) >= BAD_TO_OPEN
  }

  #refill(now: number): void {
    if (this.#perHour === undefined) return
    const passed = now - (this.#filledAt ?? now)
    this.#tokens = Math.min(this.#perHour, this.#tokens + (passed * this.#perHour) / HOUR_MS)
    this.#filledAt = now
  }
}
