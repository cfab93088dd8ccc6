export type Candidate = {
  id: string
  /**
   * A keyed hash, so that the IP address is not stored. If a restart of a merge task has lost it, the name of
   * the task.
   */
  visitor: string
  domain: string
  isKnown: boolean
}

type Waiting = Candidate & { turn: number }

/** Soft: exceeded only while nobody below the limits waits. */
const PLACES_PER_VISITOR = 2
/** Soft, of one registrable domain: 1/DOMAIN_DIVISOR of the capacity, at least 1. */
const DOMAIN_DIVISOR = 4
/**
 * Hard limit for links of unknown sites: together they get at most 1/RESERVE_DIVISOR of the capacity of the
 * queue, but at least 1. The rest stays free for links of known platforms.
 */
const RESERVE_DIVISOR = 2

export type Entered = 'granted' | 'waiting' | 'full'
export type Changes = { granted: string[]; dropped: string[] }

/**
 * Grants at most `capacity` places and never takes one back; only `recordHolder` and `resize` can exceed it.
 * Unknown sites together get at most half, but one (`#mayHold`); holders below their soft limits come first;
 * then visitors take turns by start-time fair queueing: a new entry's turn is 1 above `#turn` or, if larger,
 * above the last turn of its visitor, and the lowest turn comes first.
 */
export class FairPlaces {
  #capacity: number
  readonly #maxWaiting: number
  readonly #held = new Map<string, Candidate>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #lastTurns = new Map<string, number>()
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
    // Earlier calls have already granted all others, so this call can grant only `candidate`.
    this.#grant()
    return { state: this.#held.has(id) ? 'granted' : 'waiting', changes: { granted: [], dropped } }
  }

  /** For a job that already runs after a restart of this queue, even above the capacity. */
  recordHolder({ id, visitor, domain, isKnown }: Candidate): void {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.set(id, { id, visitor, domain, isKnown })
  }

  leave(id: string): Changes {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.delete(id)
    return { granted: this.#grant(), dropped: [] }
  }

  resize(capacity: number): Changes {
    this.#capacity = capacity
    return { granted: this.#grant(), dropped: [] }
  }

  #forget({ id, visitor }: Waiting): void {
    this.#waiting.delete(id)
    // The last turn is needed only while an entry of this visitor waits.
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

  #next(): Waiting | undefined {
    const inTurn = [...this.#waiting.values()]
      .filter((candidate) => this.#mayHold(candidate))
      .sort((a, b) => a.turn - b.turn)
    return inTurn.find((candidate) => this.#isWithinCaps(candidate)) ?? inTurn[0]
  }

  #canGrantNow(candidate: Candidate): boolean {
    return this.#held.size < this.#capacity && this.#mayHold(candidate)
  }

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
   * The newest entry of the visitor with the most entries; none if no visitor has more than `newcomer`, whose
   * new entry counts.
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
