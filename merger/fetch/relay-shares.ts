import { Failure } from '#contract/failure.ts'

/**
 * Maximum number of relayed downloads at the same time: a quarter of the connections that the dialler opens
 * (dial.ts). The other three quarters stay free for extractions and merges.
 */
const MAX_OPEN = 256
/** While fewer downloads than this are open, no visitor and no site is limited. */
const CROWDED = MAX_OPEN / 2
/**
 * While at least `CROWDED` downloads are open, a visitor with this many downloads gets no further one. A
 * browser opens about six connections for one page.
 */
const MAX_PER_VISITOR = 16
/** While at least `CROWDED` downloads are open, a site with this many downloads gets no further one. */
const MAX_PER_SITE = 96

/**
 * Divides the relayed downloads among visitors and among sites. A download may last for hours, so without
 * limits one visitor, or one slow site, could hold all connections.
 */
export class RelayShares {
  #open = 0
  readonly #visitors = new Map<string, number>()
  readonly #sites = new Map<string, number>()

  /**
   * Counts a download, and returns the function that ends the count. Throws `busy` when the download is above
   * a limit.
   * @param visitor a keyed hash of the visitor (`RELAY_VISITOR`); undefined when the edge sends none
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

/** Returns the last two labels of a host name, because a site may have any number of subdomains. */
const siteOf = (host: string) => host.toLowerCase().replace(/\.$/, '').split('.').slice(-2).join('.')

/** Adds `by` to the count of a key. A count of 0 is deleted. */
function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
