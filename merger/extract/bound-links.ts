import { createHash } from 'node:crypto'
import type { Extraction } from '#contract/engine/extraction.ts'

/** The maximum lifetime of a grant that the edge issues. */
const LIFETIME_MS = 6 * 3_600_000
const MAX_LINKS = 20_000

/**
 * Remembers the exit through which each bound media link was extracted. The relay must use the same exit,
 * because only its address may fetch the link. The segments of a bound playlist are different links on the
 * same host, so a link that is not listed gets the latest exit of its host. Links are stored as hashes only.
 */
export class BoundLinks {
  readonly #exits = new Map<string, { exit: string; until: number }>()

  remember({ renditions }: Extraction, now = Date.now()): void {
    for (const { url, exit } of renditions) {
      if (exit === undefined) continue
      for (const key of [hashOf(url), new URL(url).host]) {
        this.#exits.delete(key)
        this.#exits.set(key, { exit, until: now + LIFETIME_MS })
      }
    }
    for (const [key, { until }] of this.#exits) {
      if (this.#exits.size <= MAX_LINKS && until > now) break
      this.#exits.delete(key)
    }
  }

  /** Returns the exit that a link is bound to; undefined for a link that is not bound. */
  exitOf(url: URL, now = Date.now()): string | undefined {
    const found = this.#exits.get(hashOf(url.href)) ?? this.#exits.get(url.host)
    return found && found.until > now ? found.exit : undefined
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
