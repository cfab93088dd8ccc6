import type { ExitReport } from '#contract/engine/extraction.ts'

/**
 * The outcome of an extraction for its network exit (the proxy or direct connection that it used):
 * - `ok`: the platform answered
 * - `blocked`: the platform refused the IP address
 * - `fault`: the proxy failed
 */
export type Outcome = 'ok' | 'blocked' | 'fault'

/** The link and the visitor of an extraction, each as a keyed hash. A field is undefined if it is unknown. */
export type Requester = { link?: string | undefined; visitor?: string | undefined }

/**
 * Records the outcome of one extraction. `now` is the current time in epoch milliseconds. The outcome is null
 * if the extraction has shown nothing about its proxy or direct connection.
 */
export type ReportOutcome = (outcome: Outcome | null, now: number) => void

/** The state of a breaker; `Breaker.state` explains the fields. */
type State = Pick<ExitReport, 'since' | 'until' | 'is_fault'> & { state: 'closed' | 'open' | 'half_open' }

/**
 * The breaker considers only the newest `WINDOW` outcomes. It opens when `BAD_TO_OPEN` of them are `blocked`
 * or `fault`.
 */
const WINDOW = 5
const BAD_TO_OPEN = 3
/**
 * `blocked` outcomes count only if they come from at least this many different visitors. If none of their
 * visitors is known, they always count.
 */
const VISITORS_TO_OPEN = 2
const FIRST_PAUSE_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const HOUR_MS = 3_600_000

/**
 * Circuit breaker and hourly budget for extractions from one platform through one network exit (a proxy or
 * the direct connection). All times are epoch milliseconds.
 *
 * The breaker opens for 15 minutes when three of the last five outcomes are not `ok`. After this pause, the
 * breaker is half-open: it lets one extraction through, the trial extraction. If the trial extraction is
 * `ok`, the breaker closes. If it is `blocked` or `fault`, the breaker opens again, for twice as long, up to
 * six hours.
 *
 * One visitor must not be able to open the breaker with links that always fail:
 * - Only the newest outcome of each link counts.
 * - `blocked` outcomes do not count if all of them come from the same visitor.
 * - If the trial extraction is `blocked`, and a recent extraction of the same visitor was `blocked` too, the
 *   breaker stays half-open.
 */
export class Breaker {
  readonly #perHour: number | undefined
  #outcomes: (Requester & { outcome: Outcome; at: number })[] = []
  #openUntil = 0
  #openedAt: number | undefined
  /**
   * True if the breaker has opened because the proxy failed, and not because the platform refused
   * extractions.
   */
  #isFault = false
  #pause = FIRST_PAUSE_MS
  /**
   * The running trial extraction. The breaker refuses all other extractions until the deadline `until` (epoch
   * milliseconds). After the deadline, another trial extraction can replace this one.
   */
  #trial: { until: number } | undefined
  #tokens: number
  #filledAt: number | undefined
  /**
   * The number of extractions of other mergers that count against the hourly budget, as the edge reported it.
   */
  #usedElsewhere = 0

  /** @param perHour the maximum number of extractions per hour; undefined: no maximum */
  constructor(perHour?: number) {
    this.#perHour = perHour
    this.#tokens = perHour ?? Infinity
  }

  /**
   * Returns whether an extraction may start:
   * - `'now'`: It may start now.
   * - `{ waitMs }`: The hourly budget is used up. It allows an extraction after this many milliseconds.
   * - `'refused'`: The breaker refuses the extraction.
   *
   * The breaker refuses an extraction in these cases:
   * - The breaker is open.
   * - A trial extraction runs.
   * - The breaker is half-open, and the link failed recently.
   * - The breaker is half-open, and an extraction of the same visitor was `blocked` during the last `pause`
   *   milliseconds.
   */
  check(now: number, requester: Requester = {}): 'now' | 'refused' | { waitMs: number } {
    if (now < this.#openUntil || (this.#trial && now < this.#trial.until)) return 'refused'
    if (this.#openedAt !== undefined && !this.#mayTry(requester, now)) return 'refused'
    this.#refill(now)
    const left = this.#tokens - this.#usedElsewhere
    if (left >= 1) return 'now'
    return { waitMs: ((1 - left) * HOUR_MS) / (this.#perHour ?? 1) }
  }

  /**
   * Applies what other mergers report about the same platform and the same proxy or direct connection. `used`
   * is the number of their extractions that count against the hourly budget. `until` is the end of the pause
   * that they report; null if they report no pause.
   *
   * The state of this breaker does not change if `until` is null, or if this breaker's last pause ends at
   * `until` or later. Otherwise:
   * - If `until` is in the future, this breaker is open until then, but for at most LONGEST_PAUSE_MS.
   * - If `until` is past, this breaker becomes half-open.
   * - In both cases, this breaker adopts `is_fault` (true if the proxy failed), and keeps the longer of
   *   `pause` and its own pause.
   */
  adopt({ since, until, used, pause, is_fault }: Omit<ExitReport, 'exit'>, now: number): void {
    this.#usedElsewhere = this.#perHour === undefined ? 0 : used
    if (since === null || until === null || until <= this.#openUntil) return
    this.#openedAt ??= since
    this.#isFault = is_fault ?? false
    this.#openUntil = Math.min(until, now + LONGEST_PAUSE_MS)
    this.#pause = Math.min(Math.max(pause ?? 0, this.#pause), LONGEST_PAUSE_MS)
  }

  /**
   * Counts an extraction that starts now. Returns the function that records its outcome. If the breaker is
   * half-open, this is the trial extraction. `check` then refuses all other extractions until the trial
   * extraction ends or `longestMs` have passed.
   * @param longestMs the maximum duration of the extraction in milliseconds
   */
  start(now: number, longestMs: number, requester: Requester = {}): ReportOutcome {
    this.#refill(now)
    this.#tokens -= 1
    if (this.#openedAt === undefined) return (outcome, at) => this.#record(outcome, at, requester, false)
    const trial = { until: now + longestMs }
    this.#trial = trial
    return (outcome, at) => {
      const isTrial = this.#trial === trial
      if (isTrial) this.#trial = undefined
      this.#record(outcome, at, requester, isTrial)
    }
  }

  #record(outcome: Outcome | null, now: number, requester: Requester, isTrial: boolean): void {
    if (outcome === null) return
    const wasRefused = this.#refusals(requester).length > 0
    if (isTrial && outcome === 'ok') {
      this.#openedAt = undefined
      this.#pause = FIRST_PAUSE_MS
      this.#outcomes = []
    }
    const others = this.#outcomes.filter(({ link }) => link === undefined || link !== requester.link)
    this.#outcomes = [...others, { ...requester, outcome, at: now }].slice(-WINDOW)
    if (outcome === 'ok' || now < this.#openUntil) return
    if (isTrial && outcome === 'blocked' && wasRefused) return
    const isBad = this.#isBad()
    if (isTrial) this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS)
    if (!isTrial && !isBad) return
    this.#isFault = isTrial ? outcome === 'fault' : this.#hasMoreFaults()
    this.#openedAt ??= now
    this.#openUntil = now + this.#pause
  }

  /**
   * Returns how many extractions of this merger currently count against the hourly budget; 0 if there is no
   * budget.
   */
  used(now: number): number {
    this.#refill(now)
    return this.#perHour === undefined ? 0 : Math.max(0, this.#perHour - this.#tokens)
  }

  /**
   * Returns the state for `/healthz`. `since` is the time at which the breaker left the state `closed`.
   * `until` is the time until which it is open. Both are epoch milliseconds, and null while the breaker is
   * closed. `is_fault` is true if the breaker has opened because the proxy failed.
   */
  state(now: number): State {
    if (this.#openedAt === undefined) return { state: 'closed', since: null, until: null }
    const isOpen = now < this.#openUntil
    const state = isOpen ? 'open' : 'half_open'
    const isFault = this.#isFault && { is_fault: true }
    return { state, since: this.#openedAt, until: this.#openUntil, ...isFault }
  }

  /** How long the breaker stays open, in milliseconds. */
  get pause(): number {
    return this.#pause
  }

  /** Returns whether the half-open breaker may use this extraction as its trial extraction. */
  #mayTry(requester: Requester, now: number): boolean {
    const hasFailed = requester.link !== undefined && this.#bad().some(({ link }) => link === requester.link)
    return !hasFailed && this.#refusals(requester).every(({ at }) => at + this.#pause <= now)
  }

  /** Returns the recent extractions of the visitor that were `blocked`; none if the visitor is unknown. */
  #refusals({ visitor }: Requester) {
    return this.#outcomes.filter(
      (each) => visitor !== undefined && each.visitor === visitor && each.outcome === 'blocked',
    )
  }

  #bad() {
    return this.#outcomes.filter(({ outcome }) => outcome !== 'ok')
  }

  /**
   * Returns whether the recent outcomes open the breaker. `blocked` outcomes do not count if all of them come
   * from one visitor. `fault` outcomes always count, because a visitor cannot make the proxy fail.
   */
  #isBad(): boolean {
    const bad = this.#bad()
    const refusals = bad.filter(({ outcome }) => outcome === 'blocked')
    const visitors = new Set(refusals.flatMap(({ visitor }) => visitor ?? []))
    const isOneVisitor = visitors.size > 0 && visitors.size < VISITORS_TO_OPEN
    return (isOneVisitor ? bad.length - refusals.length : bad.length) >= BAD_TO_OPEN
  }

  /** Returns whether more of the recent outcomes are `fault` than `blocked`. */
  #hasMoreFaults(): boolean {
    const bad = this.#bad()
    return bad.filter(({ outcome }) => outcome === 'fault').length > bad.length / 2
  }

  #refill(now: number): void {
    if (this.#perHour === undefined) return
    const passed = now - (this.#filledAt ?? now)
    this.#tokens = Math.min(this.#perHour, this.#tokens + (passed * this.#perHour) / HOUR_MS)
    this.#filledAt = now
  }
}
