import { createHash } from 'node:crypto'
import type { Extraction } from '#contract/engine.ts'

/** As long as a grant of the edge can live. */
const LIFETIME_MS = 6 * 3_600_000
const MAX_LINKS = 20_000

/**
 * Remembers by which exit a bound media link was extracted, for the relay: only that address may fetch it.
 * Segments of a bound playlist are other links on the same host, so the latest exit of a host counts for
 * them. It holds hashes of links, not links.
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

  /** The exit of a link; undefined for one that is not bound. */
  exitOf(url: URL, now = Date.now()): string | undefined {
    const found = this.#exits.get(hashOf(url.href)) ?? this.#exits.get(url.host)
    return found && found.until > now ? found.exit : undefined
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
