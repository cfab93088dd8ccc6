const REAL = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  now: Date.now,
}
/** Waits until every promise that does not depend on a timer has settled. */
const drain = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

type Timer = { at: number; work: () => void; every?: number | undefined }

/**
 * A virtual clock that jumps to the time of the next timer instead of waiting. `install` replaces the timers
 * and `Date.now` of this process.
 */
export class VirtualTime {
  now = 1_000_000
  #next = 1
  readonly #timers = new Map<number, Timer>()

  install(): void {
    const add = (work: () => void, ms = 0, every?: number) => {
      this.#timers.set(this.#next, { at: this.now + Math.max(0, ms), work, every })
      return this.#next++
    }
    const remove = (id: unknown) => void this.#timers.delete(id as number)
    const fakes = {
      setTimeout: (work: (value?: unknown) => void, ms?: number, ...values: unknown[]) =>
        add(() => work(...values), ms),
      setInterval: (work: () => void, ms = 0) => add(work, ms, ms),
      clearTimeout: remove,
      clearInterval: remove,
    }
    Object.assign(globalThis, fakes)
    Date.now = () => this.now
  }

  uninstall(): void {
    const { now, ...timers } = REAL
    Object.assign(globalThis, timers)
    Date.now = now
  }

  /**
   * Runs the virtual clock until `work` settles. Throws after `limitMs` of virtual time, or when no timer is
   * left.
   */
  async run<T>(work: Promise<T>, limitMs: number): Promise<T> {
    const end = this.now + limitMs
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    work.then(settle, settle)
    for (;;) {
      await drain()
      if (isSettled) return await work
      const [id, timer] = this.#earliest() ?? []
      if (id === undefined || timer === undefined) throw new Error('deadlock: no timer is left')
      if (timer.at > end) throw new Error(`not settled after ${limitMs / 1_000} s`)
      this.now = timer.at
      if (timer.every === undefined) this.#timers.delete(id)
      else timer.at += timer.every
      timer.work()
    }
  }

  #earliest(): [number, Timer] | undefined {
    let first: [number, Timer] | undefined
    for (const entry of this.#timers) if (!first || entry[1].at < first[1].at) first = entry
    return first
  }
}
