/** A fixed number of slots. Nobody waits: at capacity `take` returns null at once. */
export class Slots {
  readonly size: number
  #busy = 0
  constructor(size: number) {
    this.size = size
  }
  get busy(): number {
    return this.#busy
  }
  /**
   * Takes a slot and returns the function that frees it, or null when all are taken. Freeing twice has no
   * effect.
   */
  take(): (() => void) | null {
    if (this.#busy >= this.size) return null
    this.#busy++
    let held = true
    return () => {
      if (held) this.#busy--
      held = false
    }
  }
}
