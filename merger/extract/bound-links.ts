import { createHash } from 'node:crypto'
import type { Extraction } from '#contract/engine/extraction.ts'

/**
 * The network exit of a link is remembered for this many milliseconds. A visitor fetches a media link through
 * the relay with a grant, which is a permission from the edge. The longest lifetime of a grant for a media
 * link is the same (`GRANT_SECONDS` in the edge).
 */
const LIFETIME_MS = 6 * 3_600_000
const MAX_LINKS = 20_000

/**
 * Remembers the network exit (a proxy or the direct connection) of each media link that is bound to an IP
 * address. Some sites bind a media link to the IP address that requested it. The relay (fetch/relay-route.ts)
 * must then fetch the link through the exit that the extraction used.
 *
 * The links of a playlist's segments are unknown, but they are often on the host of the playlist. Therefore
 * `exitOf` returns, for an unknown link, the exit that was last remembered for its host. Links are stored as
 * hashes only.
 */
export class BoundLinks {
  readonly #exits = new Map<string, { exit: string | undefined; until: number }>()

  remember({ renditions }: Extraction, now = Date.now()): void {
    for (const { url, exit, bound } of renditions) {
      // The condition tests `bound` and not `exit`: a link that is bound to the default network exit has no
      // `exit`, but it must be remembered too. Otherwise `exitOf` would return the exit of an earlier link on
      // the same host.
      if (!bound) continue
      const { href, host } = new URL(url)
      for (const key of [hashOf(href), host]) {
        this.#exits.delete(key)
        this.#exits.set(key, { exit, until: now + LIFETIME_MS })
      }
    }
    for (const [key, { until }] of this.#exits) {
      if (this.#exits.size <= MAX_LINKS && until > now) break
      this.#exits.delete(key)
    }
  }

  /**
   * Returns the network exit that is remembered for a link. If none is remembered for the link, returns the
   * exit that is remembered for the link's host. Returns undefined for the default exit, and when no exit is
   * remembered.
   */
  exitOf(url: URL, now = Date.now()): string | undefined {
    const found = this.#exits.get(hashOf(url.href)) ?? this.#exits.get(url.host)
    return found && found.until > now ? found.exit : undefined
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
