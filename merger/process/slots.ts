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
  /** A slot that is already taken stays taken until its caller frees it. */
  close(): void {
    this.#isClosed = true
  }
  take(): (() => void) | null {
    return this.#isClosed || this.#busy >= this.size ? null : this.takeAgain()
  }
  /** For work that has begun: even above the number of slots. */
  takeAgain(): () => void {
    this.#busy++
    let held = true
    return () => {
      if (held) this.#busy--
      held = false
    }
  }
}
