import { Failure } from '#contract/failure.ts'

/**
 * Most relayed downloads at once: a quarter of the connections that the dialler opens (dial.ts). The rest
 * stays free for extractions and merges.
 */
const MAX_OPEN = 256
/** While fewer downloads are open, nobody is limited further. */
const CROWDED = MAX_OPEN / 2
/** Above that, a visitor with this many downloads gets no further one. A browser opens six for one page. */
const MAX_PER_VISITOR = 16
/** Above that, a site with this many downloads gets no further one. */
const MAX_PER_SITE = 96

/**
 * Shares the relay between visitors and between sites. Downloads may last for hours, so without shares one
 * visitor, or one slow site, could hold all connections.
 */
export class RelayShares {
  #open = 0
  readonly #visitors = new Map<string, number>()
  readonly #sites = new Map<string, number>()

  /**
   * Counts a download and returns the function that ends it. Throws `busy`.
   * @param visitor a keyed hash (`RELAY_VISITOR`); undefined when the edge names none
   */
  take(visitor: string | undefined, host: string): () => void {
    const site = siteOf(host)
    const isCrowded = this.#open >= CROWDED
    const hasShare =
      (visitor !== undefined && (this.#visitors.get(visitor) ?? 0) >= MAX_PER_VISITOR) ||
      (this.#sites.get(site) ?? 0) >= MAX_PER_SITE
    if (this.#open >= MAX_OPEN || (isCrowded && hasShare)) throw new Failure('busy', { cause: 'relay' })
    this.#count(visitor, site, 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#count(visitor, site, -1)
      isHeld = false
    }
  }

  #count(visitor: string | undefined, site: string, by: 1 | -1): void {
    this.#open += by
    add(this.#sites, site, by)
    if (visitor !== undefined) add(this.#visitors, visitor, by)
  }
}

/** The last two labels of a host name: a site may have any number of subdomains. */
const siteOf = (host: string) => host.toLowerCase().replace(/\.$/, '').split('.').slice(-2).join('.')

/** Changes a count. A key without a count is deleted. */
function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
