import { Failure } from '#contract/failure.ts'
import { STALL_MS } from '#contract/limits.ts'

const MB = 1024 ** 2

export type BacklogLimits = {
  /** The source is paused when the file is more than this many bytes ahead of the watermark. */
  bytes: number
  /** Maximum milliseconds that the source may be paused while the watermark does not rise. */
  stallMs: number
}
export const BACKLOG_LIMITS: BacklogLimits = { bytes: 64 * MB, stallMs: STALL_MS }

/**
 * Tracks how many bytes of a growing file the edge has not stored yet, and tells the caller to pause the
 * source when there are too many such bytes. The class reads no file and no clock: the caller passes the size
 * of the file, and the time of a monotonic clock in milliseconds.
 */
export class Backlog {
  /** The bytes [0, from) may still change, because ffmpeg writes the index into them after the media. */
  readonly from: number
  /** Number of bytes of the file that are on disk. */
  grown = 0
  /** The watermark: the edge has stored the bytes [from, stored). */
  stored: number
  #pausedSince: number | null = null
  readonly #limits: BacklogLimits

  constructor(from: number, limits: BacklogLimits = BACKLOG_LIMITS) {
    this.from = from
    this.stored = from
    this.#limits = limits
  }

  /** Number of bytes on disk that the edge has not stored yet. */
  get bytes(): number {
    return this.grown - this.stored
  }

  /**
   * Raises the watermark. Repeated, late and lost calls do no harm, because the watermark never falls and
   * never passes the end of the file.
   */
  acknowledge(stored: number): void {
    const raised = Math.max(this.stored, Math.min(stored, this.grown))
    if (raised > this.stored) this.#pausedSince = null
    this.stored = raised
  }

  /**
   * Returns whether the source may continue. Throws `internal` when the source has been paused for `stallMs`
   * without a rise of the watermark. The edge has then stopped storing bytes, so waiting longer would not
   * help.
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
