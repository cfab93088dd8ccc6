import { isHostOf } from '#contract/link.ts'
import { brandSchema, fallbackBrand, neutralBrand, type Brand } from '#contract/brand.ts'
import { causeText } from '#contract/cause-text.ts'
import { log } from '../log.ts'

/**
 * The brand of a host, whether search engines may index the host, and the origin for links to the host's own
 * pages.
 */
export type HostBrand = { brand: Brand; indexable: boolean; origin: string }

/**
 * Time for which an isolate keeps a brand; KV's cache keeps it for the same time. So a changed brand takes
 * effect everywhere within a minute.
 */
const MEMORY_SECONDS = 30
/** Time after which an isolate reads KV again if it could not read a brand. */
const RETRY_SECONDS = 5
const memory = new Map<string, { brand: Stored; until: number }>()

/**
 * Returns the brand of a request's host. The order is: the host's own brand in KV; the brand of its parent
 * domain, if that brand has `features.multiDomainSupport`; for a host in ATTACHED_HOSTS, a fallback brand
 * made from its name; the fallback brand of the first host in ATTACHED_HOSTS; the neutral brand. In the two
 * cases at the end, the host is not indexed. If a brand cannot be read, its most recently read version is
 * used. If it was never read, a fallback brand made from the host's name is used, and the host is not
 * indexed. Forwarded headers are ignored.
 */
export async function brandOf(env: Env, url: URL): Promise<HostBrand> {
  const host = url.hostname.replace(/\.$/, '')
  const origin = url.port === '' ? `${url.protocol}//${host}` : `${url.protocol}//${host}:${url.port}`
  const neutral = neutralBrand
  if (isLocal(host)) return { brand: neutral, indexable: false, origin }
  // Both brands are read at the same time, because a read that misses KV's cache takes up to some hundred
  // milliseconds.
  const [own, above] = await Promise.all([storedBrand(env, host), brandAbove(env, host)])
  if (own && own !== 'unreadable') return { brand: own, indexable: true, origin }
  if (host === neutral.domain) return { brand: neutral, indexable: true, origin }
  if (above && above !== 'unreadable' && above.features.multiDomainSupport)
    return { brand: above, indexable: true, origin }
  if (attachedHosts(env).includes(host)) return { brand: attachedBrand(host), indexable: true, origin }
  if (own === 'unreadable') return { brand: attachedBrand(host), indexable: false, origin }
  // Somebody else's name points at our address, so no link is built from the name.
  const [home = neutral.domain] = attachedHosts(env)
  const brand = home === neutral.domain ? neutral : attachedBrand(home)
  return { brand, indexable: false, origin: new URL(brand.seo.canonicalUrl).origin }
}

/**
 * Fallback brands by attached host. Each brand object is made only once, because the page cache compares
 * brands by object identity.
 */
const fallbacks = new Map<string, Brand>()

function attachedBrand(host: string): Brand {
  const brand = fallbacks.get(host) ?? fallbackBrand(host)
  if (fallbacks.size > 1_000) fallbacks.clear()
  fallbacks.set(host, brand)
  return brand
}

/**
 * Returns whether a host is one of this deployment's own hosts or a subdomain of one: the host of a brand, or
 * an attached host. Media is never requested from such a host, because a request through our proxy could
 * contain further requests through our proxy.
 */
export async function isOwnHost(env: Env, host: string): Promise<boolean> {
  if (isHostOf(host, [neutralBrand.domain, ...attachedHosts(env)])) return true
  return (await storedBrand(env, host)) !== null || (await brandAbove(env, host)) !== null
}

/** Returns whether a host name or IP address leads to the machine of the browser itself. */
export const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
const attachedHosts = (env: Env) => env.ATTACHED_HOSTS.split(/[\s,]+/).filter(Boolean)

/** Returns the brand of the parent domain: that of `clips.example` for the host `www.clips.example`. */
async function brandAbove(env: Env, host: string): Promise<Stored> {
  const domain = host.slice(host.indexOf('.') + 1)
  return (await storedBrand(env, domain)) ?? (domain === neutralBrand.domain ? neutralBrand : null)
}

/**
 * The result of reading a brand: null if the host has no brand, `unreadable` if KV fails or the stored value
 * is invalid.
 */
type Stored = Brand | null | 'unreadable'

async function storedBrand(env: Env, host: string): Promise<Stored> {
  if (!/^[a-z0-9.-]{1,253}$/.test(host) || !host.includes('.')) return null
  const known = memory.get(host)
  if (known && known.until > Date.now()) return known.brand
  const read = await readBrand(env, host)
  const brand = read === 'unreadable' ? (known?.brand ?? read) : read
  const seconds = read === 'unreadable' ? RETRY_SECONDS : MEMORY_SECONDS
  if (memory.size > 1_000) memory.clear()
  memory.set(host, { brand, until: Date.now() + seconds * 1_000 })
  return brand
}

async function readBrand(env: Env, host: string): Promise<Stored> {
  try {
    const value = await env.BRANDS.get(host, { type: 'json', cacheTtl: MEMORY_SECONDS })
    return value === null ? null : brandSchema.parse(value)
  } catch (error) {
    // KV is down, or somebody wrote an invalid brand without the brand command. The site keeps working with
    // another brand.
    log('brand_unreadable', { host, cause: causeText(error) })
    return 'unreadable'
  }
}
