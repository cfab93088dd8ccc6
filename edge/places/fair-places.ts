/** One piece of work that needs a place at a merger. */
export type Candidate = {
  id: string
  /** A keyed hash of the visitor's network, never the address. */
  visitor: string
  /** The registrable domain of the source link. */
  domain: string
  /** Whether the source link belongs to a known platform. */
  isKnown: boolean
}

type Waiting = Candidate & { turn: number }

/** While other work waits, one visitor holds at most this many places. */
const PLACES_PER_VISITOR = 2
/** While other work waits, one registrable domain holds at most one place in this many. */
const DOMAIN_DIVISOR = 4
/** Of so many places, one is kept for known platforms. */
const RESERVE_DIVISOR = 2

/** The result of `enter`; `full`: the queue is at its limit and this candidate is not in it. */
export type Entered = 'granted' | 'waiting' | 'full'
/**
 * Ids of waiting candidates that left the queue: with a place, or because somebody else needed their spot.
 */
export type Changes = { granted: string[]; dropped: string[] }

/**
 * A fair queue for a number of equal places. It has no clock and does no I/O.
 *
 * The order is start-time fair queueing: a candidate gets its turn when it arrives, one after the turn of the
 * same visitor's last candidate and of the last grant. So visitors with waiting work are served round robin,
 * and no candidate that arrives later from a new visitor gets an earlier turn than one that waits.
 *
 * Places are never taken back. An idle place goes to any candidate, with one exception: work from unknown
 * hosts gets at most half of the places, so known platforms always find one.
 */
export class FairPlaces {
  #capacity: number
  readonly #maxWaiting: number
  readonly #held = new Map<string, Candidate>()
  /** In the order of arrival. */
  readonly #waiting = new Map<string, Waiting>()
  /** The turn of each waiting visitor's last candidate. */
  readonly #lastTurns = new Map<string, number>()
  /** The highest turn that was granted. */
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

  /** Adds a candidate, or returns the state of one that is known. `changes` concerns other candidates. */
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
   * Notes that a candidate holds a place, even above the capacity: it works at a merger, and this queue has
   * forgotten it.
   */
  adopt({ id, visitor, domain, isKnown }: Candidate): void {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.set(id, { id, visitor, domain, isKnown })
  }

  /** Removes a candidate, whether it holds a place or waits. */
  leave(id: string): Changes {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.delete(id)
    return { granted: this.#grant(), dropped: [] }
  }

  /** Sets the number of places. Places that are held stay held. */
  resize(capacity: number): Changes {
    this.#capacity = capacity
    return { granted: this.#grant(), dropped: [] }
  }

  #forget({ id, visitor }: Waiting): void {
    this.#waiting.delete(id)
    // A visitor without waiting work starts at the common turn again.
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

  /** The waiting candidate with the earliest turn, within the caps of visitor and domain if there is one. */
  #next(): Waiting | undefined {
    const inTurn = [...this.#waiting.values()]
      .filter((candidate) => this.#mayHold(candidate))
      .sort((a, b) => a.turn - b.turn)
    return inTurn.find((candidate) => this.#isWithinCaps(candidate)) ?? inTurn[0]
  }

  #canGrantNow(candidate: Candidate): boolean {
    return this.#held.size < this.#capacity && this.#mayHold(candidate)
  }

  /** Whether places for unknown hosts are left. There is always at least one. */
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

  /** The newest candidate of the visitor with most waiting work; undefined if `newcomer` would have most. */
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
