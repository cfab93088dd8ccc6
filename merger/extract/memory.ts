import type { Extraction } from '#contract/engine/extraction.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'

const MAX_ENTRIES = 300
/** Of all entries as JSON. Most have less than 50,000; a hostile site can fill each to its limit. */
const MAX_CHARACTERS = 20_000_000
/** A merge that starts just before the deletion can still use the links. */
const MARGIN_MS = 60_000

/** Times are epoch milliseconds. */
export class Memory {
  #entries = new Map<string, { extraction: Extraction; until: number; characters: number }>()
  #characters = 0

  recall(key: string, now: number): Extraction | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry.until > now) return entry.extraction
    this.#delete(key)
    return undefined
  }

  remember(key: string, extraction: Extraction, now: number): void {
    const end = extraction.expires_at === null ? Infinity : extraction.expires_at - MARGIN_MS
    this.forget(now)
    this.#delete(key)
    const characters = JSON.stringify(extraction).length
    this.#entries.set(key, { extraction, until: Math.min(now + EXTRACTION_MEMORY_MS, end), characters })
    this.#characters += characters
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES && this.#characters <= MAX_CHARACTERS) return
      this.#delete(oldest)
    }
  }

  /**
   * Deletes expired extractions. A timer calls this method, because the deletion must not wait for the next
   * extraction: the privacy policy states the retention time.
   */
  forget(now: number): void {
    for (const [old, { until }] of this.#entries) if (until <= now) this.#delete(old)
  }

  #delete(key: string): void {
    this.#characters -= this.#entries.get(key)?.characters ?? 0
    this.#entries.delete(key)
  }
}
