import { isIPv4 } from 'node:net'
import { Failure } from '#contract/failure.ts'

/**
 * Maximum number of relayed downloads at the same time: a quarter of the maximum number of connections
 * (`MAX_CONNECTIONS` in dial.ts). The other three quarters stay free for extractions and merges.
 */
const MAX_OPEN = 256
/** With at least this many open relayed downloads, the relay counts as crowded. */
const CROWDED = MAX_OPEN / 2
/**
 * Maximum number of open downloads of one visitor. It is well above the six or so connections that a browser
 * opens for one page. The limit applies to a new download if at least one of these is true:
 * - The relay is crowded.
 * - The site of the download has at least `SITE_HALF` open downloads.
 */
const MAX_PER_VISITOR = 16
/** Maximum number of open downloads of one site while the relay is crowded. */
const MAX_PER_SITE = 96
/**
 * Half of `MAX_PER_SITE`. When a site has at least this many open downloads, `MAX_PER_VISITOR` applies to its
 * new downloads. The other half then stays free for visitors with few downloads.
 */
const SITE_HALF = MAX_PER_SITE / 2

/**
 * Limits the open relayed downloads of each visitor and of each site. A download may last for hours, so
 * without limits one visitor or one slow site could hold all connections.
 */
export class RelayShares {
  #open = 0
  readonly #visitors = new Map<string, number>()
  readonly #sites = new Map<string, number>()

  /**
   * Counts a download as open, and returns the function that removes it from the count. Throws `busy` when
   * the download would exceed a limit.
   * @param visitor a keyed hash of the visitor (`RELAY_VISITOR`); undefined when the edge sends none
   */
  take(visitor: string | undefined, host: string): () => void {
    const site = siteOf(host)
    const ofSite = this.#sites.get(site) ?? 0
    const ofVisitor = visitor === undefined ? 0 : (this.#visitors.get(visitor) ?? 0)
    const isCrowded = this.#open >= CROWDED
    const isTooMany =
      (ofVisitor >= MAX_PER_VISITOR && (isCrowded || ofSite >= SITE_HALF)) ||
      (ofSite >= MAX_PER_SITE && isCrowded)
    if (this.#open >= MAX_OPEN || isTooMany) throw new Failure('busy', { cause: 'relay' })
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

/** The common public suffixes that have two labels, such as co.uk and com.au. */
const LONG_SUFFIX = /\.(ac|co|com|edu|gob|gov|mil|ne|net|or|org)\.[a-z]{2}$/

/**
 * Returns the site to which a host name belongs, so that all subdomains of a site count together. For
 * example, the site of `a.cdn.example` is `cdn.example`, and that of `a.site.co.uk` is `site.co.uk`. The site
 * of an IP address is the address itself.
 */
function siteOf(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  // An IPv4 address is returned here, because the code below would keep only its last two numbers. That code
  // does not change an IPv6 address, because an IPv6 address has no dots.
  if (isIPv4(host)) return host
  return host
    .split('.')
    .slice(LONG_SUFFIX.test(host) ? -3 : -2)
    .join('.')
}

/** Adds `by` to the count of a site or visitor. A count of 0 is deleted. */
function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
