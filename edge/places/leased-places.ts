import { FairPlaces, type Candidate, type Changes, type Entered } from './fair-places.ts'

/** A candidate that does not ask again for this long leaves the queue, in milliseconds. */
const GRACE_MS = 10_000

/**
 * Fair places with leases: a holder that neither renews nor leaves, and a waiting candidate that does not ask
 * again, are removed. Expired leases are removed with the next call of anybody.
 */
export class LeasedPlaces {
  readonly #fair: FairPlaces
  readonly #leaseMs: number
  /** When each candidate is removed, in epoch milliseconds. */
  readonly #ends = new Map<string, number>()
  /** Ends the call of each candidate that waits in `take`. */
  readonly #waiters = new Map<string, (state: Entered) => void>()

  constructor(limits: { capacity: number; maxWaiting: number; leaseMs: number }) {
    this.#fair = new FairPlaces(limits.capacity, limits.maxWaiting)
    this.#leaseMs = limits.leaseMs
  }

  /** Asks for a place and waits for it at most `waitMs` milliseconds. Repeating the call is harmless. */
  async take(candidate: Candidate, waitMs: number): Promise<Entered> {
    this.#removeExpired()
    const { id } = candidate
    const { state, changes } = this.#fair.enter(candidate)
    this.#apply(changes)
    if (state === 'full') return 'full'
    this.#renew(id, state === 'granted' ? this.#leaseMs : GRACE_MS + waitMs)
    if (state === 'granted' || waitMs <= 0) return state
    return await new Promise((resolve) => {
      const end = (final: Entered) => {
        clearTimeout(timer)
        this.#waiters.delete(id)
        resolve(final)
      }
      const timer = setTimeout(() => end('waiting'), waitMs)
      this.#waiters.get(id)?.('waiting')
      this.#waiters.set(id, end)
    })
  }

  /** Renews the lease of a holder. It is counted again if this object was restarted meanwhile. */
  keep(candidate: Candidate): void {
    this.#removeExpired()
    this.#fair.adopt(candidate)
    this.#renew(candidate.id, this.#leaseMs)
  }

  /** Gives a place back, or leaves the queue. Returns whether the candidate held a place. */
  leave(id: string): boolean {
    const held = this.#fair.has(id)
    this.#remove(id)
    return held
  }

  resize(capacity: number): void {
    this.#apply(this.#fair.resize(capacity))
  }

  /** Removes waiting candidates first, so that the place of an expired holder goes to nobody who has left. */
  #removeExpired(): void {
    const now = Date.now()
    const expired = [...this.#ends].filter(([, end]) => end <= now).map(([id]) => id)
    for (const id of expired) if (!this.#fair.has(id)) this.#remove(id)
    for (const id of expired) if (this.#fair.has(id)) this.#remove(id)
  }

  #remove(id: string): void {
    this.#ends.delete(id)
    this.#waiters.get(id)?.('waiting')
    this.#apply(this.#fair.leave(id))
  }

  #apply({ granted, dropped }: Changes): void {
    for (const id of granted) {
      const waiter = this.#waiters.get(id)
      this.#renew(id, waiter ? this.#leaseMs : GRACE_MS)
      waiter?.('granted')
    }
    for (const id of dropped) {
      this.#ends.delete(id)
      this.#waiters.get(id)?.('full')
    }
  }

  #renew(id: string, ms: number): void {
    this.#ends.set(id, Date.now() + ms)
  }
}
