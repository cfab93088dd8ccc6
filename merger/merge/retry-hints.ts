import { createHmac, randomBytes } from 'node:crypto'
import type { MergePlan } from '#contract/engine/merge.ts'

const MAX_REMEMBERED = 200
/**
 * The next attempt reserves this many times the index size that ffmpeg has reported, because the source may
 * change between attempts.
 */
const INDEX_MARGIN = 1.2

export type RetryHint = {
  /** Minimum number of bytes to reserve for the index; 0 = no failed attempt has reported a minimum. */
  indexReserve: number
  /** True when mp4 sources must be saved to disk, because ffmpeg could not read them from a pipe. */
  onDisk: boolean
}

/**
 * Remembers, for each plan, what the next attempt must do differently because an earlier attempt failed. The
 * failed attempt cannot write its file again from the beginning, because the edge may already have stored
 * bytes of this file. Only a new attempt can do this. The hints are stored under a keyed hash of the plan,
 * because the plan itself contains the visitor's link.
 */
export class RetryHints {
  readonly #hints: Map<string, RetryHint>
  readonly #secret = randomBytes(32)

  constructor(hints = new Map<string, RetryHint>()) {
    this.#hints = hints
  }

  of(plan: MergePlan): RetryHint {
    return this.#hints.get(this.#keyOf(plan)) ?? { indexReserve: 0, onDisk: false }
  }

  /**
   * After an attempt of the plan has failed, stores what the next attempt must do differently. If the index
   * did not fit into the space reserved for it, `stderr` shows how much space is needed: the mp4 muxer
   * reports the number of missing bytes; the Matroska muxer reports the size of the whole index.
   * @param indexReserve number of bytes that the failed attempt reserved for the index
   * @param stderr error output of ffmpeg; empty when ffmpeg succeeded but the check of the finished file
   *   (`verify`) failed
   */
  learn(plan: MergePlan, indexReserve: number, stderr: string): void {
    const missing = /too small, needed (\d+) additional/.exec(stderr)?.[1]
    const total = /Insufficient space reserved for Cues: \d+ < (\d+)/i.exec(stderr)?.[1]
    const needed = missing ? indexReserve + Number(missing) : Number(total ?? 0)
    const known = this.of(plan)
    // If ffmpeg has reported that the reserved space is too small for the index, the next attempt reserves
    // more space. Otherwise, the attempt failed for another reason. The next attempt then saves its mp4
    // sources to disk, because ffmpeg can seek in a file but not in a pipe.
    const hint =
      needed > 0 ? { ...known, indexReserve: Math.ceil(needed * INDEX_MARGIN) } : { ...known, onDisk: true }
    this.#hints.set(this.#keyOf(plan), hint)
    const [oldest] = this.#hints.keys()
    if (this.#hints.size > MAX_REMEMBERED && oldest !== undefined) this.#hints.delete(oldest)
  }

  #keyOf(plan: MergePlan): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(plan)).digest('base64url')
  }
}
