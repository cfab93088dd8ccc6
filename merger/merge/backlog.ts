import { Failure } from '#contract/failure.ts'
import { STALL_MS } from '#contract/limits.ts'

const MB = 1024 ** 2

export type BacklogLimits = {
  /** Bytes the file may run ahead of the stored watermark before its source is held back. */
  bytes: number
  /** Milliseconds the source may be held back without any change of the watermark. */
  stallMs: number
}
export const BACKLOG_LIMITS: BacklogLimits = { bytes: 64 * MB, stallMs: STALL_MS }

/**
 * How far a growing file runs ahead of the bytes that are stored elsewhere. Pure: the caller measures the file and passes
 * a monotonic clock in milliseconds.
 */
export class Backlog {
  /** Bytes [0, from) may change until the end. */
  readonly from: number
  /** Bytes on disk so far. */
  grown = 0
  /** The watermark: bytes [from, stored) are stored elsewhere. */
  stored: number
  #heldBackSince: number | null = null
  readonly #limits: BacklogLimits

  constructor(from: number, limits: BacklogLimits = BACKLOG_LIMITS) {
    this.from = from
    this.stored = from
    this.#limits = limits
  }

  /** Bytes written but not yet stored elsewhere. */
  get bytes(): number {
    return this.grown - this.stored
  }

  /** Raises the watermark. Repeated, late and lost calls are harmless: it never falls and never passes the file's end. */
  acknowledge(stored: number): void {
    const raised = Math.max(this.stored, Math.min(stored, this.grown))
    if (raised > this.stored) this.#heldBackSince = null
    this.stored = raised
  }

  /**
   * Whether the source may go on. Throws `internal` when it was held back for `stallMs` and the watermark did not move:
   * whoever stores the bytes is stuck, and waiting longer would never end.
   */
  hasRoom(now: number): boolean {
    if (this.bytes <= this.#limits.bytes) {
      this.#heldBackSince = null
      return true
    }
    this.#heldBackSince ??= now
    if (now - this.#heldBackSince < this.#limits.stallMs) return false
    const cause = `source held back: watermark stayed at ${this.stored} of ${this.grown} bytes for ${this.#limits.stallMs} ms`
    throw new Failure('internal', { cause })
  }
}
