/** A fixed number of slots without a queue: when all slots are taken, `take` returns null at once. */
export class Slots {
  readonly size: number
  #busy = 0
  #isClosed = false
  constructor(size: number) {
    this.size = size
  }
  get busy(): number {
    return this.#busy
  }
  /**
   * Makes every later `take` return null. A slot that is already taken stays taken until its caller frees it.
   */
  close(): void {
    this.#isClosed = true
  }
  /**
   * Takes a slot and returns the function that frees it. Returns null when all slots are taken, and after
   * `close`. Freeing a slot a second time has no effect.
   */
  take(): (() => void) | null {
    if (this.#isClosed || this.#busy >= this.size) return null
    this.#busy++
    let held = true
    return () => {
      if (held) this.#busy--
      held = false
    }
  }
}
