import { createHmac, randomBytes } from 'node:crypto'
import type { MergePlan } from '#contract/engine/merge.ts'

const MAX_REMEMBERED = 200
/** The source may change between attempts. */
const INDEX_MARGIN = 1.2

export type RetryHint = {
  indexReserve: number
  onDisk: boolean
}

/**
 * The failed attempt cannot write its file again from the beginning, because the edge may already have stored
 * bytes of this file. The hints are stored under a keyed hash of the plan, because the plan itself contains
 * the visitor's link.
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

  /** The mp4 muxer reports the missing bytes; the Matroska muxer reports the size of the whole index. */
  learn(plan: MergePlan, indexReserve: number, stderr: string): void {
    const missing = /too small, needed (\d+) additional/.exec(stderr)?.[1]
    const total = /Insufficient space reserved for Cues: \d+ < (\d+)/i.exec(stderr)?.[1]
    const needed = missing ? indexReserve + Number(missing) : Number(total ?? 0)
    const known = this.of(plan)
    // ffmpeg can seek in a file but not in a pipe.
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
