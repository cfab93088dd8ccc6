/**
 * An extraction or a merge that needs a place. A place is the right to run one extraction or one merge at the
 * mergers of a region.
 */
export type Candidate = {
  id: string
  /** A keyed hash of the visitor's network, so that the IP address is not stored. */
  visitor: string
  /** The registrable domain of the source link. */
  domain: string
  /** Whether the source link belongs to a known platform. */
  isKnown: boolean
}

type Waiting = Candidate & { turn: number }

/**
 * Soft limit for the number of places of one visitor. A domain also has a soft limit (DOMAIN_DIVISOR). If the
 * visitor or the domain of a candidate has reached its soft limit, the candidate gets a place only if no
 * candidate below both limits can take this place.
 */
const PLACES_PER_VISITOR = 2
/**
 * Soft limit for the number of places of one registrable domain: 1/DOMAIN_DIVISOR of all places, but at least
 * one place. The comment of PLACES_PER_VISITOR explains the effect of both soft limits.
 */
const DOMAIN_DIVISOR = 4
/**
 * Work from unknown hosts gets at most 1/RESERVE_DIVISOR of all places, but at least one place. The other
 * places stay free for known platforms.
 */
const RESERVE_DIVISOR = 2

/**
 * The result of `enter`. `full`: the queue has its maximum number of waiting candidates and did not add this
 * one.
 */
export type Entered = 'granted' | 'waiting' | 'full'
/**
 * Ids of candidates that no longer wait. `granted`: they got a place. `dropped`: they had to make room for a
 * candidate of another visitor.
 */
export type Changes = { granted: string[]; dropped: string[] }

/**
 * A fair queue for a number of equal places. It uses no clock and no I/O. A held place is never taken back.
 * Work from unknown hosts may hold at most half of the places, but at least one place. The other places stay
 * free for known platforms.
 *
 * Visitors with waiting candidates are served round robin (start-time fair queueing). Each new candidate gets
 * a turn number. If the limits do not decide (see `#next`), the candidate with the lowest turn number gets a
 * free place. A turn number is computed from two values:
 * - `#turn`: the highest turn number of all candidates that have got a place
 * - `#lastTurns`: for each visitor, the turn number of the visitor's previous candidate
 * If no other candidate of the visitor waits, the new number is one more than `#turn`. If one waits, the new
 * number is one more than the larger of the two values.
 */
export class FairPlaces {
  #capacity: number
  readonly #maxWaiting: number
  readonly #held = new Map<string, Candidate>()
  /** The waiting candidates in the order of their arrival. */
  readonly #waiting = new Map<string, Waiting>()
  /**
   * For each visitor with a waiting candidate, the turn number (see the class comment) of the visitor's
   * newest candidate.
   */
  readonly #lastTurns = new Map<string, number>()
  /** The highest turn number (see the class comment) of all candidates that have got a place. */
  #turn = 0

  constructor(capacity: number, maxWaiting: number) {
    this.#capacity = capacity
    this.#maxWaiting = maxWaiting
  }

  get held(): number {
    return this.#held.size
  }

  get waiting(): number {
    return this.#waiting.size
  }

  has(id: string): boolean {
    return this.#held.has(id)
  }

  /**
   * Adds a candidate and returns its state. A second call for the same candidate only returns its state.
   * `changes` lists the candidates that were dropped.
   */
  enter(candidate: Candidate): { state: Entered; changes: Changes } {
    const { id, visitor } = candidate
    if (this.#held.has(id)) return { state: 'granted', changes: { granted: [], dropped: [] } }
    const dropped: string[] = []
    if (!this.#waiting.has(id)) {
      if (this.#waiting.size >= this.#maxWaiting && !this.#canGrantNow(candidate)) {
        const spare = this.#newestOfLongest(visitor)
        if (!spare) return { state: 'full', changes: { granted: [], dropped: [] } }
        this.#forget(spare)
        dropped.push(spare.id)
      }
      const turn = Math.max(this.#turn, this.#lastTurns.get(visitor) ?? 0) + 1
      this.#lastTurns.set(visitor, turn)
      this.#waiting.set(id, { ...candidate, turn })
    }
    // Grants a place to this candidate if possible. No other candidate can get a place here, because earlier
    // calls have already served all others that could. So the returned ids are not needed.
    this.#grant()
    return { state: this.#held.has(id) ? 'granted' : 'waiting', changes: { granted: [], dropped } }
  }

  /**
   * Records that a candidate holds a place, even if all places are held. After a restart of this queue, work
   * that already runs at a merger is recorded in this way.
   */
  recordHolder({ id, visitor, domain, isKnown }: Candidate): void {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.set(id, { id, visitor, domain, isKnown })
  }

  /** Removes a candidate that holds a place or waits for one. */
  leave(id: string): Changes {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.delete(id)
    return { granted: this.#grant(), dropped: [] }
  }

  /** Sets the number of places. A held place stays held, even if there are now fewer places than holders. */
  resize(capacity: number): Changes {
    this.#capacity = capacity
    return { granted: this.#grant(), dropped: [] }
  }

  #forget({ id, visitor }: Waiting): void {
    this.#waiting.delete(id)
    // A visitor's last turn number is needed only while a candidate of this visitor waits.
    if (!this.#count(this.#waiting, (other) => other.visitor === visitor)) this.#lastTurns.delete(visitor)
  }

  #grant(): string[] {
    const granted: string[] = []
    while (this.#held.size < this.#capacity) {
      const next = this.#next()
      if (!next) break
      this.#forget(next)
      this.#held.set(next.id, next)
      this.#turn = Math.max(this.#turn, next.turn)
      granted.push(next.id)
    }
    return granted
  }

  /**
   * Returns the next candidate that `#mayHold` allows. Candidates below the limits of their visitor and their
   * domain come first. The others are chosen only if there is no such candidate. In each of the two groups,
   * the lowest turn number comes first.
   */
  #next(): Waiting | undefined {
    const inTurn = [...this.#waiting.values()]
      .filter((candidate) => this.#mayHold(candidate))
      .sort((a, b) => a.turn - b.turn)
    return inTurn.find((candidate) => this.#isWithinCaps(candidate)) ?? inTurn[0]
  }

  #canGrantNow(candidate: Candidate): boolean {
    return this.#held.size < this.#capacity && this.#mayHold(candidate)
  }

  /**
   * Returns whether a candidate may hold a place. A candidate of a known platform always may. Candidates from
   * unknown hosts together may hold at most half of all places, but at least one place.
   */
  #mayHold({ isKnown }: Candidate): boolean {
    const limit = Math.max(1, Math.floor(this.#capacity / RESERVE_DIVISOR))
    return isKnown || this.#count(this.#held, (holder) => !holder.isKnown) < limit
  }

  #isWithinCaps({ visitor, domain }: Candidate): boolean {
    const domainLimit = Math.max(1, Math.floor(this.#capacity / DOMAIN_DIVISOR))
    return (
      this.#count(this.#held, (holder) => holder.visitor === visitor) < PLACES_PER_VISITOR &&
      this.#count(this.#held, (holder) => holder.domain === domain) < domainLimit
    )
  }

  /**
   * Chooses the candidate that a full queue drops to make room for a new candidate of the visitor `newcomer`.
   * Counts the waiting candidates of each visitor, and counts the new candidate as waiting. If no visitor has
   * a higher count than `newcomer`, returns undefined. Otherwise returns the newest candidate of the visitor
   * with the highest count.
   */
  #newestOfLongest(newcomer: string): Waiting | undefined {
    const counts = new Map([[newcomer, 1]])
    let longest: Waiting | undefined
    for (const candidate of this.#waiting.values()) {
      const count = (counts.get(candidate.visitor) ?? 0) + 1
      counts.set(candidate.visitor, count)
      if (count >= (longest ? counts.get(longest.visitor)! : 0)) longest = candidate
    }
    return longest && counts.get(longest.visitor)! > counts.get(newcomer)! ? longest : undefined
  }

  #count<T extends Candidate>(of: ReadonlyMap<string, T>, test: (candidate: T) => boolean): number {
    let count = 0
    for (const candidate of of.values()) if (test(candidate)) count++
    return count
  }
}
