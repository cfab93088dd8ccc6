import { Failure } from '#contract/failure.ts'
import { STALL_MS } from '#contract/limits.ts'

const MB = 1024 ** 2

export type BacklogLimits = {
  /** Bytes the file may be ahead of the stored watermark before its source is paused. */
  bytes: number
  /** Milliseconds for which the source may be paused without any rise of the watermark. */
  stallMs: number
}
export const BACKLOG_LIMITS: BacklogLimits = { bytes: 64 * MB, stallMs: STALL_MS }

/**
 * Tracks how far a growing file is ahead of the bytes that the edge has stored, and pauses its source when it
 * is too far ahead. Pure: the caller measures the file and passes a monotonic clock in milliseconds.
 */
export class Backlog {
  /** Bytes [0, from) may still change: ffmpeg writes the index there last. */
  readonly from: number
  /** Bytes on disk so far. */
  grown = 0
  /** The watermark: the edge has stored bytes [from, stored). */
  stored: number
  #pausedSince: number | null = null
  readonly #limits: BacklogLimits

  constructor(from: number, limits: BacklogLimits = BACKLOG_LIMITS) {
    this.from = from
    this.stored = from
    this.#limits = limits
  }

  /** Bytes on disk that the edge has not stored yet. */
  get bytes(): number {
    return this.grown - this.stored
  }

  /**
   * Raises the watermark. Repeated, late and lost calls are harmless: the watermark never falls and never
   * passes the end of the file.
   */
  acknowledge(stored: number): void {
    const raised = Math.max(this.stored, Math.min(stored, this.grown))
    if (raised > this.stored) this.#pausedSince = null
    this.stored = raised
  }

  /**
   * Whether the source may continue. Throws `internal` when it was paused for `stallMs` and the watermark did
   * not rise: the edge has stopped storing bytes, so a longer wait would not help.
   */
  hasRoom(now: number): boolean {
    if (this.bytes <= this.#limits.bytes) {
      this.#pausedSince = null
      return true
    }
    this.#pausedSince ??= now
    if (now - this.#pausedSince < this.#limits.stallMs) return false
    const { stored, grown } = this
    const cause = `source paused: watermark stayed at ${stored} of ${grown} bytes for ${this.#limits.stallMs} ms`
    throw new Failure('internal', { cause })
  }
}
