/**
 * An extraction or merge that asks a fair queue for the right to run. The right is for the mergers of one
 * region. Names in the code call this right a "place".
 */
export type Candidate = {
  id: string
  /**
   * A keyed hash of the visitor's network, so that the IP address is not stored. If a restart of a merge task
   * has lost this hash, the name of the task is used instead.
   */
  visitor: string
  /** The registrable domain of the source link. */
  domain: string
  /** Whether the source link belongs to a known platform. If not, it belongs to an unknown site. */
  isKnown: boolean
}

type Waiting = Candidate & { turn: number }

/**
 * Soft limit for one visitor: how many of its extractions or merges have the right to run at the same time.
 * The queue first serves extractions and merges whose visitor and domain are both below their soft limits. If
 * it finds none, it also serves the others.
 */
const PLACES_PER_VISITOR = 2
/**
 * Soft limit for one registrable domain: 1/DOMAIN_DIVISOR of the capacity of the queue, but at least 1. The
 * queue first serves extractions and merges whose visitor and domain are both below their soft limits. If it
 * finds none, it also serves the others.
 */
const DOMAIN_DIVISOR = 4
/**
 * Hard limit for links of unknown sites: together they get at most 1/RESERVE_DIVISOR of the capacity of the
 * queue, but at least 1. The rest stays free for links of known platforms.
 */
const RESERVE_DIVISOR = 2

/**
 * The answer to a request for the right to run one extraction or merge:
 * - `granted`: It has the right to run.
 * - `waiting`: It has no right to run yet.
 * - `full`: It is not in the queue, because the queue is full.
 */
export type Entered = 'granted' | 'waiting' | 'full'
/**
 * Ids of the extractions or merges that no longer wait in the queue:
 * - `granted`: They got the right to run.
 * - `dropped`: The full queue removed them to make room for an extraction or merge of another visitor.
 */
export type Changes = { granted: string[]; dropped: string[] }

/**
 * A fair queue of extractions or merges. It grants the right to run to at most `capacity` of them at the same
 * time, and never takes the right back. More of them can have the right only after `recordHolder`, or after
 * `resize` to a smaller capacity. The queue uses no clock and no I/O.
 *
 * The queue chooses the next extraction or merge by three rules. A rule decides only what the rules before it
 * leave open:
 * 1. Links of unknown sites together get at most half of the capacity, but at least 1 (`#mayHold`).
 * 2. Extractions and merges whose visitor and domain are both below their soft limits come first (`#next`).
 * 3. Visitors take turns (round robin).
 *
 * The third rule uses start-time fair queueing: each new extraction or merge gets a turn number, and the
 * lowest number comes first. The turn number is computed as follows:
 * - If nothing else of the same visitor waits: `#turn` plus 1.
 * - Otherwise: the larger of `#turn` and the visitor's number in `#lastTurns`, plus 1.
 */
export class FairPlaces {
  #capacity: number
  readonly #maxWaiting: number
  readonly #held = new Map<string, Candidate>()
  /** The waiting extractions or merges by id, in the order of their arrival. */
  readonly #waiting = new Map<string, Waiting>()
  /**
   * The last turn number of each visitor who has a waiting extraction or merge. The class comment explains
   * turn numbers.
   */
  readonly #lastTurns = new Map<string, number>()
  /** The highest turn number that the queue has served so far. The class comment explains turn numbers. */
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
   * Adds an extraction or merge to the queue and returns its state. The state is `granted` if it may run at
   * once. `changes.dropped` contains the id of the entry that a full queue has removed to make room. A second
   * call for the same extraction or merge only returns its state.
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
    // This call can grant the right to run only to `candidate`, because earlier calls have already granted
    // the right to all others that may run. `#held` then contains `candidate` if it has the right.
    this.#grant()
    return { state: this.#held.has(id) ? 'granted' : 'waiting', changes: { granted: [], dropped } }
  }

  /**
   * Records that an extraction or merge has the right to run, even if this exceeds the capacity. This is
   * needed after a restart of this queue, for an extraction or merge that already runs.
   */
  recordHolder({ id, visitor, domain, isKnown }: Candidate): void {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.set(id, { id, visitor, domain, isKnown })
  }

  /**
   * Removes an extraction or merge that waits or has the right to run. Returns the ids of those that then get
   * the right to run.
   */
  leave(id: string): Changes {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.delete(id)
    return { granted: this.#grant(), dropped: [] }
  }

  /**
   * Sets the capacity: how many extractions or merges may have the right to run at the same time. If the
   * capacity shrinks, none of them loses this right. If it grows, returns the ids of those that get the
   * right.
   */
  resize(capacity: number): Changes {
    this.#capacity = capacity
    return { granted: this.#grant(), dropped: [] }
  }

  #forget({ id, visitor }: Waiting): void {
    this.#waiting.delete(id)
    // The visitor's last turn number is needed only while an extraction or merge of this visitor waits.
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
   * Returns the extraction or merge that gets the right to run next. Considers only those that `#mayHold`
   * allows. Prefers those whose visitor and domain are both below their soft limits. If several remain, takes
   * the one with the lowest turn number.
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
   * Returns whether an extraction or merge may get the right to run. This depends on its link:
   * - a link of a known platform: always
   * - a link of an unknown site: only if such links, with this one, use at most half of the capacity. But one
   *   such link is always allowed.
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
   * Chooses the entry that a full queue drops to make room for a new entry of the visitor `newcomer`. Returns
   * the newest entry of the visitor with the most entries. Returns undefined if no visitor has more entries
   * than `newcomer`. The new entry counts as an entry of `newcomer`.
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
