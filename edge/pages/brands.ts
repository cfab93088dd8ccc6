import { isHostOf } from '#contract/link.ts'
import { brandSchema, fallbackBrand, neutralBrand, type Brand } from '#contract/brand.ts'
import { causeText } from '#contract/cause-text.ts'
import { log } from '../log.ts'

/** The brand of a host, whether search engines may index the host, and the origin for links to it. */
export type HostBrand = { brand: Brand; indexable: boolean; origin: string }

/**
 * An isolate and KV's cache each keep a brand this long, so a change is in effect everywhere within a minute.
 */
const MEMORY_SECONDS = 30
/** An isolate asks KV again this long after it could not read a brand. */
const RETRY_SECONDS = 5
const memory = new Map<string, { brand: Stored; until: number }>()

/**
 * The brand of a request's host: its own from KV; else that of its parent domain, if that brand has
 * `features.multiDomainSupport`; else, for a host in ATTACHED_HOSTS, the fallback made from its name; else
 * the neutral brand. A brand that cannot be read is replaced by the last one that could be read, else by the
 * fallback made from the host's name, which is not indexed. Forwarded headers are ignored.
 */
export async function brandOf(env: Env, url: URL): Promise<HostBrand> {
  const host = url.hostname.replace(/\.$/, '')
  const origin = url.port === '' ? `${url.protocol}//${host}` : `${url.protocol}//${host}:${url.port}`
  const neutral = neutralBrand
  if (isLocal(host)) return { brand: neutral, indexable: false, origin }
  const own = await storedBrand(env, host)
  if (own && own !== 'unreadable') return { brand: own, indexable: true, origin }
  if (host === neutral.domain) return { brand: neutral, indexable: true, origin }
  const above = await brandAbove(env, host)
  if (above && above !== 'unreadable' && above.features.multiDomainSupport)
    return { brand: above, indexable: true, origin }
  if (attachedHosts(env).includes(host)) return { brand: attachedBrand(host), indexable: true, origin }
  if (own === 'unreadable') return { brand: attachedBrand(host), indexable: false, origin }
  // An unknown name that points at our address: no link is built from it.
  return { brand: neutral, indexable: false, origin: new URL(neutral.seo.canonicalUrl).origin }
}

/** Fallback brands by attached host. Cached pages are compared by brand object, so each is made once. */
const fallbacks = new Map<string, Brand>()

function attachedBrand(host: string): Brand {
  const brand = fallbacks.get(host) ?? fallbackBrand(host)
  if (fallbacks.size > 1_000) fallbacks.clear()
  fallbacks.set(host, brand)
  return brand
}

/** Whether a host name leads to the machine of the browser itself. */
/**
 * Whether a host is one of this deployment's own, or below one: a brand's or an attached one. Media is never
 * requested from these, because such requests could be folded into each other.
 */
export async function isOwnHost(env: Env, host: string): Promise<boolean> {
  if (isHostOf(host, [neutralBrand.domain, ...attachedHosts(env)].filter(Boolean))) return true
  return (await storedBrand(env, host)) !== null || (await brandAbove(env, host)) !== null
}

export const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
const attachedHosts = (env: Env) => env.ATTACHED_HOSTS.split(/[\s,]+/)

/** The brand of `clips.example` for `www.clips.example`. */
async function brandAbove(env: Env, host: string): Promise<Stored> {
  const domain = host.slice(host.indexOf('.') + 1)
  return (await storedBrand(env, domain)) ?? (domain === neutralBrand.domain ? neutralBrand : null)
}

/** A stored brand; null if the host has none; `unreadable` if KV fails or the stored value is no brand. */
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
    // KV is down, or someone wrote the brand without the brand command. The site works meanwhile.
    log('brand_unreadable', { host, cause: causeText(error) })
    return 'unreadable'
  }
}
