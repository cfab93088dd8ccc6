import type { Candidate } from './fair-places.ts'

/** Idle work only waits for the network: it needs no place, but counts towards the shares. */
type Holder = Candidate & { isIdle: boolean }

/** A merger keeps four of it for each slot. Counted in full, one slow item would close its site to others. */
const IDLE_SHARE = 1 / 4

/** A sum for each key. */
export class Sums {
  readonly #sums = new Map<string, number>()

  of(key: string): number {
    return this.#sums.get(key) ?? 0
  }

  add(key: string, amount: number): void {
    const sum = this.of(key) + amount
    if (sum === 0) this.#sums.delete(key)
    else this.#sums.set(key, sum)
  }
}

/** Places and shares of some holders. */
export class Tally {
  running = 0
  readonly networks = new Sums()
  readonly domains = new Sums()

  add({ network, domain, isIdle }: Holder, sign: 1 | -1): void {
    const share = isIdle ? IDLE_SHARE : 1
    if (!isIdle) this.running += sign
    this.networks.add(network, sign * share)
    this.domains.add(domain, sign * share)
  }
}

/** Adds up as holders come and go, so that a question costs the same however many there are. */
export class Holders {
  readonly all = new Tally()
  readonly unknown = new Tally()
  /** Holders, idle or not. */
  readonly visitors = new Sums()
  readonly domains = new Sums()
  readonly #held = new Map<string, Holder>()

  has(id: string): boolean {
    return this.#held.has(id)
  }

  set(holder: Holder): void {
    this.delete(holder.id)
    this.#held.set(holder.id, holder)
    this.#count(holder, 1)
  }

  delete(id: string): void {
    const holder = this.#held.get(id)
    if (!holder) return
    this.#held.delete(id)
    this.#count(holder, -1)
  }

  #count(holder: Holder, sign: 1 | -1): void {
    this.all.add(holder, sign)
    if (!holder.isKnown) this.unknown.add(holder, sign)
    this.visitors.add(holder.visitor, sign)
    this.domains.add(holder.domain, sign)
  }
}
