import { spendBudget } from '../budget/product-budget.ts'

/**
 * Ten idle minutes cost about a cent; a new start makes a visitor wait some seconds. An alarm ends the idle
 * container: Cloudflare's own timeout starts only when this object has left memory, and a pending `monitor()`
 * keeps it there for a quarter of an hour.
 */
export const IDLE_MS = 10 * 60_000
const CHARGE_MS = 60_000

/** How long a container has run, for the budget, and since when it is idle. Times are epoch milliseconds. */
export class RunningTime {
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #kv: SyncKvStorage
  #calledAt = 0

  constructor(ctx: DurableObjectState, env: Env) {
    this.#ctx = ctx
    this.#env = env
    this.#kv = ctx.storage.kv
  }

  begin(): void {
    this.#calledAt = Date.now()
    for (const name of ['counted', 'called']) this.#kv.put(name, this.#calledAt)
  }

  /** True at most once a minute: then the time is charged and the call is stored. */
  call(): boolean {
    this.#calledAt = Date.now()
    const isCharged = this.charge()
    if (isCharged) this.#kv.put('called', this.#calledAt)
    return isCharged
  }

  charge(): boolean {
    const [now, counted] = [Date.now(), this.#kv.get<number>('counted')]
    if (counted === undefined || now < counted + CHARGE_MS) return false
    this.#kv.put('counted', now)
    this.#spend(now - counted)
    return true
  }

  get idleAt(): number {
    return Math.max(this.#calledAt, this.#kv.get<number>('called') ?? 0) + IDLE_MS
  }

  /** If nobody saw the container end, it ended at the latest when its idle time was over. */
  end(): boolean {
    const [counted, idleAt] = [this.#kv.get<number>('counted'), this.idleAt]
    if (counted === undefined) return false
    for (const name of ['counted', 'called']) this.#kv.delete(name)
    this.#spend(Math.min(Date.now(), idleAt) - counted)
    return true
  }

  #spend(ms: number): void {
    if (ms > 0) this.#ctx.waitUntil(spendBudget(this.#env, { seconds: ms / 1_000 }))
  }
}
