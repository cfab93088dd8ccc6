import type { MergePlan } from '#contract/engine.ts'

const MAX_REMEMBERED = 200
/** An index may grow a little between attempts, because the source may have changed. */
const INDEX_MARGIN = 1.2

export type RetryHint = {
  /** Bytes to reserve for the index at least; 0 = nothing is known. */
  indexReserve: number
  /** True when the sources must be on disk, because ffmpeg cannot read them from a pipe. */
  onDisk: boolean
}

/**
 * Remembers how failed attempts of a plan must be changed to succeed. An attempt cannot correct itself,
 * because the edge has already stored its bytes; the next attempt of the same plan uses the hint.
 */
export class RetryHints {
  readonly #hints = new Map<string, RetryHint>()

  of(plan: MergePlan): RetryHint {
    return this.#hints.get(JSON.stringify(plan)) ?? { indexReserve: 0, onDisk: false }
  }

  /**
   * Learns from the stderr of a failed ffmpeg. When the index did not fit, ffmpeg says how many bytes it
   * needed: the mp4 muxer says how many more, the Matroska muxer how many in total.
   */
  learn(plan: MergePlan, indexReserve: number, stderr: string): void {
    const missing = /too small, needed (\d+) additional/.exec(stderr)?.[1]
    const total = /Insufficient space reserved for Cues: \d+ < (\d+)/i.exec(stderr)?.[1]
    const needed = missing ? indexReserve + Number(missing) : Number(total ?? 0)
    const known = this.of(plan)
    // When the index did fit, the remaining remedy is to let ffmpeg seek in its sources.
    const hint =
      needed > 0 ? { ...known, indexReserve: Math.ceil(needed * INDEX_MARGIN) } : { ...known, onDisk: true }
    this.#hints.set(JSON.stringify(plan), hint)
    const [oldest] = this.#hints.keys()
    if (this.#hints.size > MAX_REMEMBERED && oldest !== undefined) this.#hints.delete(oldest)
  }
}
