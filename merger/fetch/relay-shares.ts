import { isIPv4 } from 'node:net'
import { Failure } from '#contract/failure.ts'

/** A quarter of `MAX_CONNECTIONS` in dial.ts. */
const MAX_OPEN = 256
const CROWDED = MAX_OPEN / 2
/** Well above the six or so connections that a browser opens for one page. */
const MAX_PER_VISITOR = 16
const MAX_PER_SITE = 96
/** The other half then stays free for visitors with few downloads. */
const SITE_HALF = MAX_PER_SITE / 2

/** A download may last for hours: without limits one visitor or one slow site could hold all connections. */
export class RelayShares {
  #open = 0
  readonly #visitors = new Map<string, number>()
  readonly #sites = new Map<string, number>()

  take(visitor: string | undefined, host: string): () => void {
    const site = siteOf(host)
    const ofSite = this.#sites.get(site) ?? 0
    const ofVisitor = visitor === undefined ? 0 : (this.#visitors.get(visitor) ?? 0)
    const isCrowded = this.#open >= CROWDED
    // The last place of a site and of the relay is kept for a visitor who holds none.
    const kept = ofVisitor > 0 ? 1 : 0
    const isTooMany =
      (ofVisitor >= MAX_PER_VISITOR && (isCrowded || ofSite >= SITE_HALF)) ||
      (ofSite >= MAX_PER_SITE - kept && this.#open >= CROWDED - kept)
    if (this.#open >= MAX_OPEN - kept || isTooMany) throw new Failure('busy', { cause: 'relay' })
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

/** Common public suffixes that have two labels, such as co.uk and com.au. */
const LONG_SUFFIX = /\.(ac|co|com|edu|gob|gov|mil|ne|net|or|org)\.[a-z]{2}$/

function siteOf(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  // The code below would keep only its last two numbers. An IPv6 address has no dots.
  if (isIPv4(host)) return host
  return host
    .split('.')
    .slice(LONG_SUFFIX.test(host) ? -3 : -2)
    .join('.')
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
