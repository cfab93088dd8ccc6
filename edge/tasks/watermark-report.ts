/**
 * The merger pauses the merge while too many bytes on its disk are not stored in the bucket yet, so it is
 * told the watermark (upload-parts.ts). Each pull carries it. If no pull can, a separate call does.
 */
export class WatermarkReport {
  readonly #call: (stored: number) => Promise<void>
  /** The highest watermark that the merger has answered. */
  #confirmed = 0
  /** Set back to what is confirmed when a call may have been lost. */
  #sent = 0
  #running: Promise<void> | undefined

  constructor(call: (stored: number) => Promise<void>) {
    this.#call = call
  }

  carry(stored: number) {
    this.#sent = stored
  }

  confirm(stored: number) {
    this.#confirmed = Math.max(this.#confirmed, stored)
  }

  /** Sends again what is not confirmed. */
  renew() {
    this.#sent = this.#confirmed
  }

  rise(stored: number, onTold: () => void) {
    if (stored > this.#sent) this.#running ??= this.#tell(stored, onTold)
  }

  async settled() {
    await this.#running
  }

  async #tell(stored: number, onTold: () => void) {
    this.#sent = stored
    try {
      await this.#call(stored)
      this.confirm(stored)
      this.#running = undefined
      onTold()
    } catch {
      // The error is ignored: a merger that does not learn what is stored only pauses for longer.
      this.#running = undefined
      this.renew()
    }
  }
}
