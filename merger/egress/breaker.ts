import type { ExitReport } from '#contract/engine/extraction.ts'

export type Outcome = 'ok' | 'blocked' | 'fault'

export type Requester = { link?: string | undefined; visitor?: string | undefined }

/** `now` is epoch milliseconds. null: the extraction has shown nothing about its exit. */
export type ReportOutcome = (outcome: Outcome | null, now: number) => void

type State = Pick<ExitReport, 'since' | 'until' | 'is_fault'> & { state: 'closed' | 'open' | 'half_open' }

const WINDOW = 5
const BAD_TO_OPEN = 3
/** `blocked` outcomes count only from at least this many visitors, or if none of their visitors is known. */
const VISITORS_TO_OPEN = 2
const FIRST_PAUSE_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const HOUR_MS = 3_600_000

/**
 * Opens for 15 minutes when three of the last five outcomes are not `ok`. Then half-open: one trial
 * extraction; each failed trial doubles the pause, up to six hours. Times are epoch milliseconds. One visitor
 * must not be able to open it with links that always fail: only the newest outcome of a link counts,
 * `blocked` outcomes of one visitor alone do not, and a `blocked` trial of a visitor with another recent
 * `blocked` outcome leaves it half-open.
 */
export class Breaker {
  readonly #perHour: number | undefined
  #outcomes: (Requester & { outcome: Outcome; at: number })[] = []
  #openUntil = 0
  #openedAt: number | undefined
  #isFault = false
  #pause = FIRST_PAUSE_MS
  /** After `until` (epoch milliseconds), another trial can replace this one. */
  #trial: { until: number } | undefined
  #tokens: number
  #filledAt: number | undefined
  /** As the edge reported it. */
  #usedElsewhere = 0

  constructor(perHour?: number) {
    this.#perHour = perHour
    this.#tokens = perHour ?? Infinity
  }

  check(now: number, requester: Requester = {}): 'now' | 'refused' | { waitMs: number } {
    if (now < this.#openUntil || (this.#trial && now < this.#trial.until)) return 'refused'
    if (this.#openedAt !== undefined && !this.#mayTry(requester, now)) return 'refused'
    this.#refill(now)
    const left = this.#tokens - this.#usedElsewhere
    if (left >= 1) return 'now'
    return { waitMs: ((1 - left) * HOUR_MS) / (this.#perHour ?? 1) }
  }

  /**
   * `used` counts towards the hourly budget. A pause that ends no later than this breaker's own changes
   * nothing; a past `until` makes it half-open, a future one opens it for at most LONGEST_PAUSE_MS.
   */
  adopt({ since, until, used, pause, is_fault }: Omit<ExitReport, 'exit'>, now: number): void {
    this.#usedElsewhere = this.#perHour === undefined ? 0 : used
    if (since === null || until === null || until <= this.#openUntil) return
    this.#openedAt ??= since
    this.#isFault = is_fault ?? false
    this.#openUntil = Math.min(until, now + LONGEST_PAUSE_MS)
    this.#pause = Math.min(Math.max(pause ?? 0, this.#pause), LONGEST_PAUSE_MS)
  }

  /** `longestMs`: after this time, a trial that has not ended no longer refuses others. */
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

  used(now: number): number {
    this.#refill(now)
    return this.#perHour === undefined ? 0 : Math.max(0, this.#perHour - this.#tokens)
  }

  state(now: number): State {
    if (this.#openedAt === undefined) return { state: 'closed', since: null, until: null }
    const isOpen = now < this.#openUntil
    const state = isOpen ? 'open' : 'half_open'
    const isFault = this.#isFault && { is_fault: true }
    return { state, since: this.#openedAt, until: this.#openUntil, ...isFault }
  }

  get pause(): number {
    return this.#pause
  }

  #mayTry(requester: Requester, now: number): boolean {
    const hasFailed = requester.link !== undefined && this.#bad().some(({ link }) => link === requester.link)
    return !hasFailed && this.#refusals(requester).every(({ at }) => at + this.#pause <= now)
  }

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
