import { FairPlaces, type Candidate, type Changes, type Entered } from './fair-places.ts'

/**
 * If a call of `take` returns `waiting`, the candidate stays in the queue. It must call `take` again within
 * this many milliseconds, or it is removed from the queue.
 */
const GRACE_MS = 10_000

/**
 * A fair queue whose places are leased. Each call of `take` or `keep` first removes holders whose lease is
 * over, and waiting candidates that have not called `take` again in time.
 */
export class LeasedPlaces {
  readonly #fair: FairPlaces
  readonly #leaseMs: number
  /**
   * For each holder the end of its lease, and for each waiting candidate the end of its wait, in epoch
   * milliseconds.
   */
  readonly #ends = new Map<string, number>()
  /**
   * The calls of `take` that still wait for a place. The key is the id of the candidate; the value is a
   * function that ends the call.
   */
  readonly #waiters = new Map<string, (state: Entered) => void>()

  constructor(limits: { capacity: number; maxWaiting: number; leaseMs: number }) {
    this.#fair = new FairPlaces(limits.capacity, limits.maxWaiting)
    this.#leaseMs = limits.leaseMs
  }

  /**
   * Requests a place and waits for it at most `waitMs` milliseconds. If the candidate already waits, it keeps
   * its turn number. If it already holds a place, it keeps this place and its lease is renewed.
   */
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

  /** Renews the lease of a holder. If this object has restarted and lost the holder, records it again. */
  keep(candidate: Candidate): void {
    this.#removeExpired()
    this.#fair.recordHolder(candidate)
    this.#renew(candidate.id, this.#leaseMs)
  }

  /**
   * Gives a place back, or removes a waiting candidate from the queue. Returns whether the candidate held a
   * place.
   */
  leave(id: string): boolean {
    const held = this.#fair.has(id)
    this.#remove(id)
    return held
  }

  resize(capacity: number): void {
    this.#apply(this.#fair.resize(capacity))
  }

  /**
   * Removes expired waiting candidates before expired holders. Otherwise the place of an expired holder could
   * go to an expired candidate.
   */
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
