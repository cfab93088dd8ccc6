import { createHmac, randomBytes } from 'node:crypto'
import type { MergePlan } from '#contract/engine/merge.ts'

const MAX_REMEMBERED = 200
/** The source may change between attempts. */
const INDEX_MARGIN = 1.2

export type RetryHint = {
  indexReserve: number
  onDisk: boolean
  /** The declared sound has no packet. */
  isSilent: boolean
  /** Why the last attempt failed. */
  cause?: string
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
    return this.#hints.get(this.#keyOf(plan)) ?? { indexReserve: 0, onDisk: false, isSilent: false }
  }

  /**
   * Returns whether the next attempt reserves more space than this one. The mp4 muxer reports the missing
   * bytes; the Matroska muxer reports the size of the whole index.
   */
  learnReserve(plan: MergePlan, indexReserve: number, stderr: string): boolean {
    const missing = /too small, needed (\d+) additional/.exec(stderr)?.[1]
    const total = /Insufficient space reserved for Cues: \d+ < (\d+)/i.exec(stderr)?.[1]
    const needed = missing ? indexReserve + Number(missing) : Number(total ?? 0)
    if (needed > 0) this.#keep(plan, { indexReserve: Math.ceil(needed * INDEX_MARGIN) })
    return needed > 0
  }

  /** ffmpeg can seek in a file but not in a pipe. */
  readFromDisk(plan: MergePlan): void {
    this.#keep(plan, { onDisk: true })
  }

  /** Returns whether the sound of a film was only declared, as far as ffmpeg looked for it. */
  learnSilence(plan: MergePlan, stderr: string): boolean {
    const isSilent = /Could not find codec parameters for stream \d+ \(Audio: /.test(stderr)
    if (isSilent) this.#keep(plan, { isSilent })
    return isSilent
  }

  /** Returns whether the last attempt for this plan failed for the same cause. */
  isRepeated(plan: MergePlan, cause: string): boolean {
    const isSame = this.of(plan).cause === cause
    this.#keep(plan, { cause })
    return isSame
  }

  #keep(plan: MergePlan, learned: Partial<RetryHint>): void {
    this.#hints.set(this.#keyOf(plan), { ...this.of(plan), ...learned })
    const [oldest] = this.#hints.keys()
    if (this.#hints.size > MAX_REMEMBERED && oldest !== undefined) this.#hints.delete(oldest)
  }

  #keyOf(plan: MergePlan): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(plan)).digest('base64url')
  }
}
