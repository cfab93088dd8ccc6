import { createHash } from 'node:crypto'
import type { Extraction } from '#contract/engine/extraction.ts'
import { servedBy } from '#contract/platforms/index.ts'

/** The longest lifetime of a grant for a media link (`GRANT_SECONDS` in the edge). */
const LIFETIME_MS = 6 * 3_600_000
const MAX_LINKS = 20_000

/**
 * Some sites bind a media link to the address that requested it, so the relay must use the exit of the
 * extraction. The links of segments are unknown; they use the exit of their host. Links are stored as hashes
 * only. A stranger's page can name the host of a platform, so it never changes the exit of such a host.
 */
export class BoundLinks {
  readonly #exits = new Map<string, { exit: string | undefined; until: number; isKnown: boolean }>()

  remember({ source_url, renditions }: Extraction, now = Date.now()): void {
    const isKnown = servedBy(new URL(source_url)) !== undefined
    for (const { url, exit, bound } of renditions) {
      // The condition tests `bound` and not `exit`: a link that is bound to the default network exit has no
      // `exit`, but it must be remembered too. Otherwise `exitOf` would return the exit of an earlier link on
      // the same host.
      if (!bound) continue
      const { href, host } = new URL(url)
      for (const key of [hashOf(href), host]) {
        const before = this.#exits.get(key)
        if (before?.isKnown && !isKnown && before.until > now) continue
        this.#exits.delete(key)
        this.#exits.set(key, { exit, until: now + LIFETIME_MS, isKnown })
      }
    }
    for (const [key, { until }] of this.#exits) {
      if (this.#exits.size <= MAX_LINKS && until > now) break
      this.#exits.delete(key)
    }
  }

  exitOf(url: URL, now = Date.now()): string | undefined {
    const found = this.#exits.get(hashOf(url.href)) ?? this.#exits.get(url.host)
    return found && found.until > now ? found.exit : undefined
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
