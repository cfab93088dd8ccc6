import { brandSchema, fallbackBrand, neutralBrand, type Brand } from '#contract/brand.ts'

/** A brand as one host is answered: whether it may be listed by search engines, and where its own links point. */
export type HostBrand = { brand: Brand; indexable: boolean; origin: string }

/** How long an isolate and KV's own edge keep a brand, so that a change is everywhere within a minute, in seconds. */
const MEMORY_SECONDS = 30
const memory = new Map<string, { brand: Brand | null; until: number }>()

/**
 * The brand of the host that was asked: its own from KV, else that of the domain right above it where that brand wants
 * more than one host, else, for a host the operators attached, the fallback made from its name, else the neutral one. Only the request's own host counts; no forwarded header is ever read.
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
  // Somebody else's name for our address: nothing is built from it.
  return { brand: neutral, indexable: false, origin: new URL(neutral.seo.canonicalUrl).origin }
}

/** Fallbacks by host; no more than operators attached. Made once, so that their pages can be kept, too. */
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
  // A brand that was put past the brand command: a clear log is better than half a page.
  if (parsed && !parsed.success) throw new Error(`the brand of ${host} is invalid`, { cause: parsed.error })
  const brand = parsed?.data ?? null
  if (memory.size > 1_000) memory.clear()
  memory.set(host, { brand, until: Date.now() + MEMORY_SECONDS * 1_000 })
  return brand
}
