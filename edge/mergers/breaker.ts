import type { ExitReport } from '#contract/engine/extraction.ts'

export type Outcome = NonNullable<ExitReport['outcome']>
/** Hashes. */
export type Voter = { link: string; visitor: string }
type Vote = Voter & { outcome: Outcome; at: number }

/** Times are epoch milliseconds. `isFault`: the proxy failed, the platform did not refuse. */
export type Closing = { since: number; until: number; pause: number; isFault: boolean }

const VOTES_MS = 10 * 60_000
const MAX_VOTES = 100
const VOTES_TO_DOUBT = 3
const FIRST_PAUSE_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const CONTROL_PAUSE_MS = 5 * 60_000
const HOUR_MS = 3_600_000
/** Of an hourly budget, for one visitor. */
const VISITOR_FRACTION = 1 / 4
/**
 * For each extraction that a visitor has taken in the hour, this many stay for the others, at most half of
 * the budget. So who has taken least is served first.
 */
const KEPT_FOR_EACH = 2
const KEPT_FRACTION = 1 / 2

/** Fills up evenly within an hour. */
class HourlyBudget {
  #tokens = Infinity
  #filledAt = 0

  /** Milliseconds until one can be taken so that `kept` stay. */
  wait(perHour: number, now: number, kept = 0): number {
    this.#fill(perHour, now)
    const missing = 1 + Math.min(kept, perHour - 1) - this.#tokens
    return missing <= 0 ? 0 : (missing * HOUR_MS) / perHour
  }

  take(): void {
    this.#tokens -= 1
  }

  isFull(perHour: number, now: number): boolean {
    this.#fill(perHour, now)
    return this.#tokens >= perHour
  }

  #fill(perHour: number, now: number): void {
    this.#tokens = Math.min(perHour, this.#tokens + ((now - this.#filledAt) * perHour) / HOUR_MS)
    this.#filledAt = now
  }
}

/** What one visitor has taken; fades away within some hours. */
class VisitorShare extends HourlyBudget {
  #taken = 0
  #takenAt = 0

  takeAt(now: number): void {
    this.take()
    this.#taken = this.takenBy(now) + 1
    this.#takenAt = now
  }

  isForgettable(perHour: number, now: number): boolean {
    return this.isFull(perHour, now) && this.takenBy(now) < 1
  }

  takenBy(now: number): number {
    return this.#taken * Math.exp((this.#takenAt - now) / HOUR_MS)
  }
}

/**
 * Decides whether a platform may be asked through an exit. Outcomes of visitors' links are votes: they can
 * only raise a doubt, because a visitor chooses links that are refused to anybody. The outcome of our own
 * control item closes the exit and opens it again. A proxy fault needs no control, because no visitor can
 * cause it.
 */
export class Breaker {
  closing: Closing | undefined
  #votes: Vote[] = []
  #controlledAt = -Infinity
  readonly #hour = new HourlyBudget()
  readonly #shares = new Map<string, VisitorShare>()

  /** `due`: the exit stays closed until the control item works through it. */
  state(now: number): 'usable' | 'paused' | 'due' {
    if (!this.closing) return 'usable'
    if (now < this.closing.until) return 'paused'
    return this.closing.isFault ? 'usable' : 'due'
  }

  /** Only the newest vote of a visitor and of a link counts. */
  vote(voter: Voter, outcome: Outcome, now: number): void {
    const others = this.#recent(now).filter(
      ({ link, visitor }) => link !== voter.link && visitor !== voter.visitor,
    )
    this.#votes = [...others, { ...voter, outcome, at: now }].slice(-MAX_VOTES)
    if (outcome === 'ok' && this.closing?.isFault && now >= this.closing.until) this.closing = undefined
    if (outcome === 'fault' && this.#isMost('fault', now)) this.#close(now, true)
  }

  /** Epoch milliseconds of the oldest refusal that counts, or null without a doubt. */
  doubtedSince(now: number): number | null {
    if (!this.#isMost('blocked', now)) return null
    return Math.min(...this.#recent(now).flatMap(({ outcome, at }) => (outcome === 'blocked' ? [at] : [])))
  }

  /** Returns whether the control item must be tried now, and assumes that the caller tries it. */
  startControl(now: number): boolean {
    const isWanted = this.state(now) === 'due' || (!this.closing && this.doubtedSince(now) !== null)
    if (!isWanted || now < this.#controlledAt + CONTROL_PAUSE_MS) return false
    this.#controlledAt = now
    return true
  }

  control(outcome: Outcome | null, now: number): void {
    if (outcome === null) return
    if (outcome !== 'ok') return this.#close(now, outcome === 'fault')
    this.closing = undefined
    this.#votes = []
  }

  take(perHour: number | undefined, visitor: string, now: number): number {
    if (perHour === undefined) return 0
    const ofVisitor = Math.max(1, perHour * VISITOR_FRACTION)
    for (const [key, share] of this.#shares) if (share.isForgettable(ofVisitor, now)) this.#shares.delete(key)
    const share = this.#shares.get(visitor) ?? new VisitorShare()
    const kept = Math.min(perHour * KEPT_FRACTION, KEPT_FOR_EACH * share.takenBy(now))
    const wait = Math.max(this.#hour.wait(perHour, now, kept), share.wait(ofVisitor, now))
    if (wait > 0) return wait
    this.#hour.take()
    share.takeAt(now)
    this.#shares.set(visitor, share)
    return 0
  }

  #close(now: number, isFault: boolean): void {
    if (this.closing && now < this.closing.until) return
    const pause = this.closing ? Math.min(2 * this.closing.pause, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS
    this.closing = { since: this.closing?.since ?? now, until: now + pause, pause, isFault }
    this.#votes = []
  }

  /** After a fault pause, one fault is enough. */
  #isMost(outcome: 'blocked' | 'fault', now: number): boolean {
    const recent = this.#recent(now)
    const bad = recent.filter((vote) => vote.outcome === outcome).length
    const ok = recent.filter((vote) => vote.outcome === 'ok').length
    const enough = outcome === 'fault' && this.closing ? 1 : VOTES_TO_DOUBT
    return bad >= enough && bad > ok
  }

  #recent(now: number): Vote[] {
    return this.#votes.filter(({ at }) => at > now - VOTES_MS)
  }
}
