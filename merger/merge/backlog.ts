import { Failure } from '#contract/failure.ts'
import { STALL_MS } from '#contract/limits.ts'

const MB = 1024 ** 2

export type BacklogLimits = {
  /** The merger pauses the source when more than this many bytes on disk are not yet stored by the edge. */
  bytes: number
  /**
   * The attempt fails when the merger has paused the source for this many milliseconds, and the edge has not
   * stored any further byte in this time.
   */
  stallMs: number
}
export const BACKLOG_LIMITS: BacklogLimits = { bytes: 64 * MB, stallMs: STALL_MS }

/**
 * Counts the bytes of a growing file that the edge has not stored yet. When there are too many, tells the
 * caller to pause the source. The caller passes the size of the file, and the time of a monotonic clock in
 * milliseconds.
 */
export class Backlog {
  /**
   * The bytes [0, from) may still change: after all media is written, ffmpeg writes the index into this
   * range.
   */
  readonly from: number
  /** Number of bytes of the file that are on disk. */
  grown = 0
  /**
   * The edge has stored the bytes [from, stored) of the file. The offset `stored` is also called the
   * watermark.
   */
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
   * Raises the watermark (`stored`) after the edge has stored more bytes. The watermark never falls and never
   * passes the end of the file, so repeated and late calls do no harm.
   */
  acknowledge(stored: number): void {
    const raised = Math.max(this.stored, Math.min(stored, this.grown))
    if (raised > this.stored) this.#pausedSince = null
    this.stored = raised
  }

  /**
   * Returns whether the backlog is small enough for the source to continue. Throws `internal` when the source
   * has been paused for `stallMs` milliseconds and the edge has stored no more bytes in this time.
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
