import { FairPlaces, type Candidate, type Changes, type Entered } from './fair-places.ts'

/**
 * A waiting holder must call `take` again within this time, or it leaves the queue. So must one that got its
 * place between two calls.
 */
const GRACE_MS = 10_000

export class LeasedPlaces {
  readonly #fair: FairPlaces
  readonly #leaseMs: number
  /** epoch milliseconds */
  readonly #ends = new Map<string, number>()
  readonly #waiters = new Map<string, (state: Entered) => void>()

  readonly #onLeft: (id: string) => void

  constructor(
    limits: { capacity: number; maxWaiting: number; leaseMs: number },
    onLeft: (id: string) => void = () => undefined,
  ) {
    this.#fair = new FairPlaces(limits.capacity, limits.maxWaiting)
    this.#leaseMs = limits.leaseMs
    this.#onLeft = onLeft
  }

  /**
   * A repeated call keeps the position in the queue, ends an earlier call that still waits, and renews the
   * lease of a granted place.
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

  /** A restart forgets the holder; then it is recorded again. */
  keep(candidate: Candidate, isIdle: boolean): void {
    this.#removeExpired()
    this.#apply(this.#fair.recordHolder(candidate, isIdle))
    this.#renew(candidate.id, this.#leaseMs)
  }

  leave(id: string): boolean {
    const held = this.#fair.has(id)
    this.#remove(id)
    return held
  }

  resize(capacity: number): void {
    this.#apply(this.#fair.resize(capacity))
  }

  /**
   * Those that wait are removed first. In the other order, a place could pass from one expired holder to
   * another.
   */
  #removeExpired(): void {
    const now = Date.now()
    const expired: string[] = []
    for (const [id, end] of this.#ends) if (end <= now) expired.push(id)
    for (const id of expired) if (!this.#fair.has(id)) this.#remove(id)
    for (const id of expired) if (this.#fair.has(id)) this.#remove(id)
  }

  #remove(id: string): void {
    this.#ends.delete(id)
    this.#onLeft(id)
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
