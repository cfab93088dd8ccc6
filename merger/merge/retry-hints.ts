import type { MergePlan } from '#contract/engine.ts'

const MAX_REMEMBERED = 200

export type RetryHint = {
  /** Bytes that the index took, with some to spare. */
  reserve: number
  /** Whether the sources shall lie on disk: some cannot be read from their beginning to their end. */
  disk: boolean
}

/**
 * What failed attempts showed that a plan needs. Bytes that went out cannot be moved any more, so such an attempt fails, and
 * the next one for the same plan does better.
 */
export class RetryHints {
  readonly #known = new Map<string, RetryHint>()

  of(plan: MergePlan): RetryHint {
    return this.#known.get(JSON.stringify(plan)) ?? { reserve: 0, disk: false }
  }

  /** Learns from ffmpeg's stderr; of an index they say how much more it takes in mp4, and how much in all in Matroska. */
  learn(plan: MergePlan, reserve: number, stderr: string): void {
    const more = /too small, needed (\d+) additional/.exec(stderr)?.[1]
    const all = /Insufficient space reserved for Cues: \d+ < (\d+)/i.exec(stderr)?.[1]
    const index = more ? reserve + Number(more) : Number(all ?? 0)
    const known = this.of(plan)
    // Where there was room for the index, what is left to try is to let ffmpeg move about in its sources.
    const need = index > 0 ? { ...known, reserve: Math.ceil(index * 1.2) } : { ...known, disk: true }
    this.#known.set(JSON.stringify(plan), need)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest)
  }
}
