/** A fixed number of slots. Nobody waits: at capacity `take` returns null at once. */
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
  /** From now on `take` returns null. Slots that are taken stay taken until they are freed. */
  close(): void {
    this.#isClosed = true
  }
  /**
   * Takes a slot and returns the function that frees it, or null when all are taken. Freeing twice has no
   * effect.
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
