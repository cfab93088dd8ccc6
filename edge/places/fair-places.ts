/**
 * An extraction or a merge that needs a place. A place is the right to run one extraction or one merge at the
 * mergers of a region.
 */
export type Candidate = {
  id: string
  /** A keyed hash of the visitor's network; the IP address itself is not stored. */
  visitor: string
  /** The registrable domain of the source link. */
  domain: string
  /** Whether the source link belongs to a known platform. */
  isKnown: boolean
}

type Waiting = Candidate & { turn: number }

/** Maximum number of places that one visitor holds while other candidates wait. */
const PLACES_PER_VISITOR = 2
/**
 * While other candidates wait, one registrable domain holds at most this fraction (1/4) of the places, but at
 * least one.
 */
const DOMAIN_DIVISOR = 4
/**
 * Work from unknown hosts holds at most this fraction (1/2) of the places. The rest is kept for known
 * platforms.
 */
const RESERVE_DIVISOR = 2

/** The result of `enter`. `full`: the queue has reached its limit, and the candidate was not added. */
export type Entered = 'granted' | 'waiting' | 'full'
/**
 * Ids of candidates that left the queue: `granted` ones got a place, and `dropped` ones were removed in
 * favour of another visitor's candidate.
 */
export type Changes = { granted: string[]; dropped: string[] }

/**
 * A fair queue that distributes a number of equal places. It has no clock and does no I/O.
 *
 * The order is start-time fair queueing. A candidate gets a turn number when it arrives: one more than both
 * the highest turn of the same visitor's waiting candidates and the highest granted turn. So visitors with
 * waiting work are served round robin.
 *
 * A held place is never taken back. A free place goes to any candidate, with one exception: work from unknown
 * hosts gets at most half of the places, so that the other half stays free for known platforms.
 */
export class FairPlaces {
  #capacity: number
  readonly #maxWaiting: number
  readonly #held = new Map<string, Candidate>()
  /** The waiting candidates in the order of their arrival. */
  readonly #waiting = new Map<string, Waiting>()
  /** For each visitor with waiting work, the turn of the newest candidate. */
  readonly #lastTurns = new Map<string, number>()
  /** The highest turn that has been granted. */
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
   * Adds a candidate, or returns the state of a candidate that was added before. `changes` lists other
   * candidates whose state changed.
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
    const granted = this.#grant()
    const state = this.#held.has(id) ? 'granted' : 'waiting'
    return { state, changes: { granted: granted.filter((other) => other !== id), dropped } }
  }

  /**
   * Records that a candidate holds a place, even beyond the capacity. It is for work that was already running
   * at a merger when this queue restarted.
   */
  adopt({ id, visitor, domain, isKnown }: Candidate): void {
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

  /** Sets the number of places. Held places stay held even if there are more of them than the new number. */
  resize(capacity: number): Changes {
    this.#capacity = capacity
    return { granted: this.#grant(), dropped: [] }
  }

  #forget({ id, visitor }: Waiting): void {
    this.#waiting.delete(id)
    // A visitor without waiting work starts again at the common turn.
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
    if (this.#waiting.size === 0) this.#turn = 0
    return granted
  }

  /**
   * Returns the waiting candidate with the earliest turn. Candidates whose visitor and domain are within
   * their limits come first.
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
   * Returns whether a candidate may hold a place. A candidate of a known platform always may. A candidate
   * from an unknown host may if such candidates hold no place, or fewer than half of all places.
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
   * Returns the newest candidate of the visitor with the most waiting work. Returns undefined if that visitor
   * would be `newcomer`.
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
