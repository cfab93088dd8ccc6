import { brandSchema, fallbackBrand, neutralBrand, type Brand } from '#contract/brand.ts'

/** The brand of a host, whether search engines may index the host, and the origin for links to it. */
export type HostBrand = { brand: Brand; indexable: boolean; origin: string }

/**
 * An isolate and KV's cache each keep a brand this long, so a change is in effect everywhere within a minute.
 */
const MEMORY_SECONDS = 30
const memory = new Map<string, { brand: Brand | null; until: number }>()

/**
 * The brand of a request's host: its own from KV; else that of its parent domain, if that brand has
 * `features.multiDomainSupport`; else, for a host in ATTACHED_HOSTS, the fallback made from its name; else
 * the neutral brand. Forwarded headers are ignored.
 */
export async function brandOf(env: Env, url: URL): Promise<HostBrand> {
  const host = url.hostname.replace(/\.$/, '')
  const origin = url.port === '' ? `${url.protocol}//${host}` : `${url.protocol}//${host}:${url.port}`
  const neutral = neutralBrand
  if (isLocal(host)) return { brand: neutral, indexable: false, origin }
  const own = await storedBrand(env, host)
  if (own) return { brand: own, indexable: true, origin }
  if (host === neutral.domain) return { brand: neutral, indexable: true, origin }
  const above = await brandAbove(env, host)
  if (above?.features.multiDomainSupport) return { brand: above, indexable: true, origin }
  if (attachedHosts(env).includes(host)) return { brand: attachedBrand(host), indexable: true, origin }
  // An unknown name that points at our address: no link is built from it.
  return { brand: neutral, indexable: false, origin: new URL(neutral.seo.canonicalUrl).origin }
}

/** Fallback brands by attached host. Cached pages are compared by brand object, so each is made once. */
const fallbacks = new Map<string, Brand>()

function attachedBrand(host: string): Brand {
  const brand = fallbacks.get(host) ?? fallbackBrand(host)
  fallbacks.set(host, brand)
  return brand
}

const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
const attachedHosts = (env: Env) => env.ATTACHED_HOSTS.split(/[\s,]+/)

/** The brand of `clips.example` for `www.clips.example`. */
async function brandAbove(env: Env, host: string): Promise<Brand | null> {
  const domain = host.slice(host.indexOf('.') + 1)
  return (await storedBrand(env, domain)) ?? (domain === neutralBrand.domain ? neutralBrand : null)
}

async function storedBrand(env: Env, host: string): Promise<Brand | null> {
  if (!/^[a-z0-9.-]{1,253}$/.test(host) || !host.includes('.')) return null
  const known = memory.get(host)
  if (known && known.until > Date.now()) return known.brand
  const value = await env.BRANDS.get(host, { type: 'json', cacheTtl: MEMORY_SECONDS })
  const parsed = value === null ? null : brandSchema.safeParse(value)
  // Someone wrote it without the brand command: an error in the log is better than half a page.
  if (parsed && !parsed.success) throw new Error(`the brand of ${host} is invalid`, { cause: parsed.error })
  const brand = parsed?.data ?? null
  if (memory.size > 1_000) memory.clear()
  memory.set(host, { brand, until: Date.now() + MEMORY_SECONDS * 1_000 })
  return brand
}
