import type { ExitReport } from '#contract/engine/extraction.ts'

/**
 * What the result of an extraction says about the network exit (a proxy or the direct connection) that the
 * extraction used:
 * - `ok`: the platform answered
 * - `blocked`: the platform refused the IP address of the exit
 * - `fault`: the proxy of the exit cannot be used
 */
export type Outcome = 'ok' | 'blocked' | 'fault'

/** The link and the visitor of an extraction, each as a keyed hash; undefined = unknown. */
export type Requester = { link?: string | undefined; visitor?: string | undefined }

/**
 * Records the outcome of one extraction at the time `now` (epoch milliseconds). The outcome is null if the
 * extraction has shown nothing about the exit.
 */
export type ReportOutcome = (outcome: Outcome | null, now: number) => void

/** The state of a breaker; `Breaker.state` explains the fields. */
type State = Pick<ExitReport, 'since' | 'until' | 'is_fault'> & { state: 'closed' | 'open' | 'half_open' }

/**
 * The breaker considers only the newest `WINDOW` outcomes. It opens when `BAD_TO_OPEN` of these are `blocked`
 * or `fault`.
 */
const WINDOW = 5
const BAD_TO_OPEN = 3
/**
 * Refusals by the platform count only if the platform has refused extractions of at least this many different
 * visitors. If none of the visitors is known, all refusals count.
 */
const VISITORS_TO_OPEN = 2
const FIRST_PAUSE_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const HOUR_MS = 3_600_000

/**
 * Circuit breaker and hourly budget of one network exit (a proxy or the direct connection) for one platform.
 * The breaker opens for 15 minutes when three of the last five outcomes are not `ok`. After this pause the
 * breaker is half-open: it lets one extraction through, the trial extraction. When the trial extraction shows
 * that the exit is blocked or faulty, the breaker opens again, for twice as long, up to six hours.
 *
 * A visitor must not be able to open the breaker with links that always fail:
 * - Only the newest outcome of each link counts.
 * - Refusals by the platform do not count if all of them concern the same visitor.
 * - If the platform refuses a visitor's trial extraction, and has recently refused an earlier extraction of
 *   this visitor, the breaker stays half-open.
 *
 * All times are epoch milliseconds.
 */
export class Breaker {
  readonly #perHour: number | undefined
  #outcomes: (Requester & { outcome: Outcome; at: number })[] = []
  #openUntil = 0
  #openedAt: number | undefined
  /** Whether the breaker has opened because of the proxy, and not because of the platform. */
  #isFault = false
  #pause = FIRST_PAUSE_MS
  /**
   * The running trial extraction. Until its deadline `until` (epoch milliseconds), the breaker refuses all
   * other extractions. After the deadline, another trial extraction can replace it.
   */
  #trial: { until: number } | undefined
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
   * Returns `'refused'` in these cases:
   * - The breaker is open.
   * - A trial extraction runs.
   * - The breaker is half-open, and the link failed recently.
   * - The breaker is half-open, and the platform refused the visitor during the last `pause` milliseconds.
   *
   * In all other cases, returns `'now'` if the hourly budget is not used up. If it is used up, returns
   * `{ waitMs }`: the milliseconds until the hourly budget allows an extraction.
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
   * Applies what other mergers have reported for this exit and platform: how many extractions of the hourly
   * budget they have used (`used`), and when the pause of their breaker ends (`until`; null while their
   * breaker is closed).
   * - If `until` is null or not later than the end of this breaker's own last pause, the state of this
   *   breaker does not change.
   * - If `until` is later and in the future, this breaker is open until then, but for at most
   *   LONGEST_PAUSE_MS.
   * - If `until` is later but already past, this breaker becomes half-open.
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
   * Counts an extraction that starts, and returns the function that records its outcome. If the breaker is
   * half-open, this extraction is the trial extraction: `check` refuses all other extractions until the trial
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
   * Returns how many extractions of the hourly budget this merger has used up; 0 if the network exit has no
   * budget.
   */
  used(now: number): number {
    this.#refill(now)
    return this.#perHour === undefined ? 0 : Math.max(0, this.#perHour - this.#tokens)
  }

  /**
   * The state for `/healthz`. `since` and `until` are epoch milliseconds, and null while the breaker is
   * closed. `is_fault` is true if the breaker has opened because the proxy could not be used.
   */
  state(now: number): State {
    if (this.#openedAt === undefined) return { state: 'closed', since: null, until: null }
    const isOpen = now < this.#openUntil
    const state = isOpen ? 'open' : 'half_open'
    const isFault = this.#isFault && { is_fault: true }
    return { state, since: this.#openedAt, until: this.#openUntil, ...isFault }
  }

  /** Milliseconds for which the breaker stays open. */
  get pause(): number {
    return this.#pause
  }

  /** Returns whether an extraction may be the trial extraction of the half-open breaker. */
  #mayTry(requester: Requester, now: number): boolean {
    const hasFailed = requester.link !== undefined && this.#bad().some(({ link }) => link === requester.link)
    return !hasFailed && this.#refusals(requester).every(({ at }) => at + this.#pause <= now)
  }

  /** Returns the visitor's extractions that the platform refused recently; none if the visitor is unknown. */
  #refusals({ visitor }: Requester) {
    return this.#outcomes.filter(
      (each) => visitor !== undefined && each.visitor === visitor && each.outcome === 'blocked',
    )
  }

  #bad() {
    return this.#outcomes.filter(({ outcome }) => outcome !== 'ok')
  }

  /**
   * Returns whether the recent outcomes open the breaker. A visitor cannot make the exit's proxy fail, so
   * `fault` outcomes count even when all of them come from one visitor.
   */
  #isBad(): boolean {
    const bad = this.#bad()
    const refusals = bad.filter(({ outcome }) => outcome === 'blocked')
    const visitors = new Set(refusals.flatMap(({ visitor }) => visitor ?? []))
    const isOneVisitor = visitors.size > 0 && visitors.size < VISITORS_TO_OPEN
    return (isOneVisitor ? bad.length - refusals.length : bad.length) >= BAD_TO_OPEN
  }

  /** Returns whether the recent outcomes contain more faults of the proxy than refusals by the platform. */
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
