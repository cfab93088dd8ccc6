import { Holders, Sums, type Tally } from './holders.ts'

export type Candidate = {
  id: string
  /**
   * A keyed hash, so that the IP address is not stored. If a restart of a merge task has lost it, the name of
   * the task.
   */
  visitor: string
  /** Of many visitors whom one person may be: an IPv6 /48. Else the visitor. */
  network: string
  domain: string
  isKnown: boolean
}

type Waiting = Candidate & { turn: number }
/** Soft: exceeded only while nobody below the limits waits. */
const PLACES_PER_VISITOR = 2
/** Soft, of one registrable domain; for an unknown site, of the places for unknown sites. */
const DOMAIN_FRACTION = 1 / 4

/** A network gets as many turns as this number of visitors. */
const TURNS_PER_NETWORK = 4

/** Hard limits as fractions of the capacity; each is at least one place. */
const NETWORK_FRACTION = 1 / 2
/** A platform that stops responding leaves a quarter to the others. */
const KNOWN_DOMAIN_FRACTION = 3 / 4
const UNKNOWN_FRACTION = 1 / 2
/** Of the places for unknown sites, for one network and for one registrable domain. */
const UNKNOWN_SHARE_FRACTION = 1 / 2

const limitOf = (places: number, fraction: number) => Math.max(1, Math.floor(places * fraction))

export type Entered = 'granted' | 'waiting' | 'full'
export type Changes = { granted: string[]; dropped: string[] }

/**
 * Grants at most `capacity` places and never takes one back; only `recordHolder` and `resize` can exceed it.
 * The hard limits decide who may hold a place (`#mayHold`), even if others stay free. Holders below their
 * soft limits come first; then visitors take turns by start-time fair queueing: a new entry's turn is 1 above
 * `#turn` or, if larger, above the last turn of its visitor and of its unknown site, a fraction above that of
 * its network, and the lowest turn comes first.
 */
export class FairPlaces {
  #capacity: number
  readonly #maxWaiting: number
  readonly #held = new Holders()
  readonly #waiting = new Map<string, Waiting>()
  /** How many wait of each. */
  readonly #visitors = new Sums()
  readonly #networks = new Sums()
  readonly #domains = new Sums()
  readonly #lastTurns = new Map<string, number>()
  readonly #networkTurns = new Map<string, number>()
  /** Of the registrable domains of unknown sites. */
  readonly #siteTurns = new Map<string, number>()
  #turn = 0

  constructor(capacity: number, maxWaiting: number) {
    this.#capacity = capacity
    this.#maxWaiting = maxWaiting
  }

  get held(): number {
    return this.#held.all.running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  has(id: string): boolean {
    return this.#held.has(id)
  }

  enter(candidate: Candidate): { state: Entered; changes: Changes } {
    const { id, visitor, network, domain, isKnown } = candidate
    if (this.#held.has(id)) return { state: 'granted', changes: { granted: [], dropped: [] } }
    const dropped: string[] = []
    if (!this.#waiting.has(id)) {
      if (this.#waiting.size >= this.#maxWaiting && !this.#mayHold(candidate)) {
        const spare = this.#entryToDrop(candidate)
        if (!spare) return { state: 'full', changes: { granted: [], dropped: [] } }
        this.#forget(spare)
        dropped.push(spare.id)
      }
      const isNewcomer = !this.#lastTurns.has(visitor)
      const own = Math.max(this.#turnOf(domain), this.#lastTurns.get(visitor) ?? 0) + 1
      const ofNetwork = (this.#networkTurns.get(network) ?? 0) + 1 / TURNS_PER_NETWORK
      // A visitor counts once, so that many links of one do not put off the others of the same site.
      const ofSite = isNewcomer ? (this.#siteTurns.get(domain) ?? 0) + 1 : 0
      const turn = Math.max(own, ofNetwork, ofSite)
      this.#lastTurns.set(visitor, turn)
      this.#networkTurns.set(network, turn)
      if (!isKnown && isNewcomer) this.#siteTurns.set(domain, turn)
      this.#waiting.set(id, { ...candidate, turn })
      this.#countWaiting(candidate, 1)
    }
    // Earlier calls have already granted all others, so this call can grant only `candidate`.
    this.#grant()
    return { state: this.#held.has(id) ? 'granted' : 'waiting', changes: { granted: [], dropped } }
  }

  /** A site at its limit falls behind the turns of others. Its newcomers begin where it is. */
  #turnOf(domain: string): number {
    let turn = this.#turn
    if (this.#domains.of(domain) === 0) return turn
    for (const other of this.#waiting.values()) if (other.domain === domain) turn = Math.min(turn, other.turn)
    return turn
  }

  /** For a job that already runs, even above the capacity. Idle work gives its place back. */
  recordHolder(candidate: Candidate, isIdle: boolean): Changes {
    const { id, visitor, network, domain, isKnown } = candidate
    const waiting = this.#waiting.get(id)
    if (waiting) this.#forget(waiting)
    this.#held.set({ id, visitor, network, domain, isKnown, isIdle })
    return { granted: this.#grant(), dropped: [] }
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

  #forget(entry: Waiting): void {
    const { id, visitor, network, domain } = entry
    this.#waiting.delete(id)
    this.#countWaiting(entry, -1)
    // The last turn is needed only while an entry of this visitor waits.
    if (this.#visitors.of(visitor) === 0) this.#lastTurns.delete(visitor)
    if (this.#networks.of(network) === 0) this.#networkTurns.delete(network)
    if (this.#domains.of(domain) === 0) this.#siteTurns.delete(domain)
  }

  #countWaiting({ visitor, network, domain }: Candidate, sign: 1 | -1): void {
    this.#visitors.add(visitor, sign)
    this.#networks.add(network, sign)
    this.#domains.add(domain, sign)
  }

  #grant(): string[] {
    const granted: string[] = []
    for (let next = this.#next(); next; next = this.#next()) {
      this.#forget(next)
      this.#held.set({ ...next, isIdle: false })
      this.#turn = Math.max(this.#turn, next.turn)
      granted.push(next.id)
    }
    return granted
  }

  #next(): Waiting | undefined {
    let first: Waiting | undefined
    let firstWithinCaps: Waiting | undefined
    for (const candidate of this.#waiting.values()) {
      if (!this.#mayHold(candidate)) continue
      if (!first || candidate.turn < first.turn) first = candidate
      if (firstWithinCaps && candidate.turn >= firstWithinCaps.turn) continue
      if (this.#isWithinCaps(candidate)) firstWithinCaps = candidate
    }
    return firstWithinCaps ?? first
  }

  #mayHold(candidate: Candidate): boolean {
    const { all, unknown } = this.#held
    const domainFraction = candidate.isKnown ? KNOWN_DOMAIN_FRACTION : Infinity
    if (!isWithinShares(candidate, all, this.#capacity, NETWORK_FRACTION, domainFraction)) return false
    if (candidate.isKnown) return true
    const limit = limitOf(this.#capacity, UNKNOWN_FRACTION)
    return isWithinShares(candidate, unknown, limit, UNKNOWN_SHARE_FRACTION, UNKNOWN_SHARE_FRACTION)
  }

  #isWithinCaps({ visitor, domain, isKnown }: Candidate): boolean {
    const places = isKnown ? this.#capacity : limitOf(this.#capacity, UNKNOWN_FRACTION)
    return (
      this.#held.visitors.of(visitor) < PLACES_PER_VISITOR &&
      this.#held.domains.of(domain) < limitOf(places, DOMAIN_FRACTION)
    )
  }

  /** The newest of the longest queue: of a visitor; if none has more, of a network, then of a domain. */
  #entryToDrop(newcomer: Candidate): Waiting | undefined {
    return (
      this.#newestOfLongest(newcomer, 'visitor') ??
      this.#newestOfLongest(newcomer, 'network') ??
      this.#newestOfLongest(newcomer, 'domain')
    )
  }

  /** None if no value of `field` has more entries than that of `newcomer`, whose new entry counts. */
  #newestOfLongest(newcomer: Candidate, field: 'visitor' | 'network' | 'domain'): Waiting | undefined {
    const own = newcomer[field]
    const counts = new Map([[own, 1]])
    let longest: Waiting | undefined
    for (const candidate of this.#waiting.values()) {
      const count = (counts.get(candidate[field]) ?? 0) + 1
      counts.set(candidate[field], count)
      if (count >= (longest ? counts.get(longest[field])! : 0)) longest = candidate
    }
    return longest && counts.get(longest[field])! > counts.get(own)! ? longest : undefined
  }
}

/** The last free place is kept for a network that holds none of `held`. */
function isWithinShares(
  { network, domain }: Candidate,
  held: Tally,
  places: number,
  networkFraction: number,
  domainFraction: number,
): boolean {
  const ofNetwork = held.networks.of(network)
  return (
    held.running < (ofNetwork > 0 ? places - 1 : places) &&
    ofNetwork < limitOf(places, networkFraction) &&
    held.domains.of(domain) < limitOf(places, domainFraction)
  )
}
