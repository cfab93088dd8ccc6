import { FairPlaces, type Candidate, type Changes, type Entered } from './fair-places.ts'

/**
 * If `take` returns `waiting`, the extraction or merge stays in the queue. It must call `take` again within
 * this many milliseconds, or it is removed from the queue. It can also get the right to run between two
 * calls. Then it must call again within the same time, or it loses the right.
 */
const GRACE_MS = 10_000

/**
 * A fair queue that grants the right to run for a limited time, the lease. Each call of `take` or `keep`
 * first removes these extractions or merges:
 * - those whose lease has ended
 * - those that wait and have not called `take` again in time
 */
export class LeasedPlaces {
  readonly #fair: FairPlaces
  readonly #leaseMs: number
  /**
   * The time at which each extraction or merge expires, by its id, in epoch milliseconds:
   * - with the right to run: the end of its lease
   * - without the right to run: the time by which it must call `take` again
   */
  readonly #ends = new Map<string, number>()
  /**
   * The calls of `take` that have not returned yet. The key is the id of the extraction or merge. The value
   * is a function that ends the call.
   */
  readonly #waiters = new Map<string, (state: Entered) => void>()

  constructor(limits: { capacity: number; maxWaiting: number; leaseMs: number }) {
    this.#fair = new FairPlaces(limits.capacity, limits.maxWaiting)
    this.#leaseMs = limits.leaseMs
  }

  /**
   * Requests the right to run and waits for it at most `waitMs` milliseconds. A repeated call has these
   * effects:
   * - If the extraction or merge still waits, it keeps its position in the queue. An earlier call that still
   *   waits returns `waiting` at once.
   * - If it already has the right to run, its lease is renewed.
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

  /**
   * Renews the lease of an extraction or merge that has the right to run. If this object has restarted, it no
   * longer knows the extraction or merge. Then it records the right to run again.
   */
  keep(candidate: Candidate): void {
    this.#removeExpired()
    this.#fair.recordHolder(candidate)
    this.#renew(candidate.id, this.#leaseMs)
  }

  /**
   * Removes an extraction or merge that waits or has the right to run. Returns whether it had the right to
   * run.
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
   * Removes all extractions and merges that have expired. Those that wait are removed before those that have
   * the right to run. In the other order, this right could pass from one expired extraction or merge to
   * another.
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
