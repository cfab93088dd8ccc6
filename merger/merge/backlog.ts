import { Failure } from '#contract/failure.ts'
import { STALL_MS } from '#contract/limits.ts'

const MB = 1024 ** 2

export type BacklogLimits = {
  bytes: number
  stallMs: number
}
export const BACKLOG_LIMITS: BacklogLimits = { bytes: 64 * MB, stallMs: STALL_MS }

export class Backlog {
  /** The bytes [0, from) may still change: ffmpeg writes the index into this range. */
  readonly from: number
  grown = 0
  /** The edge has stored the bytes [from, stored) of the file. */
  stored: number
  #pausedSince: number | null = null
  readonly #limits: BacklogLimits

  constructor(from: number, limits: BacklogLimits = BACKLOG_LIMITS) {
    this.from = from
    this.stored = from
    this.#limits = limits
  }

  get bytes(): number {
    return this.grown - this.stored
  }

  /** Never falls and never passes the end of the file, so repeated and late calls do no harm. */
  acknowledge(stored: number): void {
    const raised = Math.max(this.stored, Math.min(stored, this.grown))
    if (raised > this.stored) this.#pausedSince = null
    this.stored = raised
  }

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
