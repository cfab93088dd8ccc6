import type { Extraction } from '#contract/engine.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'

const MOST = 300
/** A media link that is about to end is of no use to whoever starts with it. */
const MARGIN_MS = 60_000

/** Recent extractions, so that the merge after an extraction needs no second one. */
export class Memory {
  #known = new Map<string, { extraction: Extraction; until: number }>()

  recall(key: string, now: number): Extraction | undefined {
    const found = this.#known.get(key)
    if (found && found.until > now) return found.extraction
    this.#known.delete(key)
    return undefined
  }

  remember(key: string, extraction: Extraction, now: number): void {
    const end = extraction.expires_at === null ? Infinity : extraction.expires_at - MARGIN_MS
    // What is over is kept by nobody: the privacy policy names the time.
    for (const [old, { until }] of this.#known) if (until <= now) this.#known.delete(old)
    this.#known.delete(key)
    this.#known.set(key, { extraction, until: Math.min(now + EXTRACTION_MEMORY_MS, end) })
    const oldest = this.#known.keys().next().value
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest)
  }
}
