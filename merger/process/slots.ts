/** A bounded number of places; a full house says so at once, it does not queue. */
export class Slots {
  readonly size: number
  #busy = 0
  constructor(size: number) {
    this.size = size
  }
  get busy(): number {
    return this.#busy
  }
  /** A place, as the function that gives it back (once), or null when all are taken. */
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
