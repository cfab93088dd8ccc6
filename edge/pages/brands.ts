import { isHostOf } from '#contract/link.ts'
import { brandSchema, fallbackBrand, neutralBrand, type Brand } from '#contract/brand.ts'
import { sharedRead } from '../shared-read.ts'

type HostBrand = { brand: Brand; indexable: boolean; origin: string }

/** KV's cache keeps it for the same time, so a change of a brand takes effect everywhere within a minute. */
const MEMORY_SECONDS = 30
const RETRY_SECONDS = 5

/** Forwarded headers such as X-Forwarded-Host are ignored. */
export async function brandOf(env: Env, url: URL): Promise<HostBrand> {
  const host = url.hostname.replace(/\.$/, '')
  const origin = url.port === '' ? `${url.protocol}//${host}` : `${url.protocol}//${host}:${url.port}`
  const neutral = neutralBrand
  if (isLocal(env, host)) return { brand: neutral, indexable: false, origin }
  // Both reads run at the same time, because a read that misses KV's cache can take some hundred
  // milliseconds.
  const [own, above] = await Promise.all([storedBrand(env, host), brandAbove(env, host)])
  if (own && own !== 'unreadable') return { brand: own, indexable: true, origin }
  if (host === neutral.domain) return { brand: neutral, indexable: true, origin }
  if (above && above !== 'unreadable' && above.features.multiDomainSupport)
    return { brand: above, indexable: true, origin }
  if (attachedHosts(env).includes(host)) return { brand: fallbackBrandFor(host), indexable: true, origin }
  if (own === 'unreadable') return { brand: fallbackBrandFor(host), indexable: false, origin }
  // The host is not ours: somebody else has pointed their domain name at our Worker. Links to our pages must
  // not contain this name.
  const [home = neutral.domain] = attachedHosts(env).filter((one) => one !== ADDRESSES)
  const brand = home === neutral.domain ? neutral : fallbackBrandFor(home)
  return { brand, indexable: false, origin: new URL(brand.seo.canonicalUrl).origin }
}

/** The page cache compares brands by identity. */
const fallbacks = new Map<string, Brand>()

function fallbackBrandFor(host: string): Brand {
  const brand = fallbacks.get(host) ?? fallbackBrand(host)
  if (fallbacks.size > 1_000) fallbacks.clear()
  fallbacks.set(host, brand)
  return brand
}

/** Media is never requested from such a host, because otherwise our proxy could request media from itself. */
export async function isOwnHost(env: Env, host: string): Promise<boolean> {
  if (isHostOf(host, [neutralBrand.domain, ...attachedHosts(env)])) return true
  // If the brand of a host cannot be read from KV, the host does not count as our own. Otherwise, while KV
  // fails, every media host would count as our own, and the edge would refuse all downloads.
  const isBrand = (stored: Stored) => stored !== null && stored !== 'unreadable'
  return isBrand(await storedBrand(env, host)) || isBrand(await brandAbove(env, host))
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** An address, or a name that only a local network knows (RFC 6762, RFC 8375). Nobody can buy one. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\]|[^.]+|.+\.(local|lan|internal|home\.arpa))$/
/** In ATTACHED_HOSTS of a machine that visitors also reach by its address (machine/serve/serve.ts). */
const ADDRESSES = 'addresses'

/** No certificate exists for such a host, so its pages are reached without TLS. */
export const isLocal = (env: Env, host: string) =>
  LOOPBACK.includes(host) || (attachedHosts(env).includes(ADDRESSES) && ADDRESS.test(host))
const attachedHosts = (env: Env) => env.ATTACHED_HOSTS.split(/[\s,]+/).filter(Boolean)

async function brandAbove(env: Env, host: string): Promise<Stored> {
  const domain = host.slice(host.indexOf('.') + 1)
  return (await storedBrand(env, domain)) ?? (domain === neutralBrand.domain ? neutralBrand : null)
}

type Stored = Brand | null | 'unreadable'

async function storedBrand(env: Env, host: string): Promise<Stored> {
  if (!/^[a-z0-9.-]{1,253}$/.test(host) || !host.includes('.')) return null
  return await readBrand(env, host)
}

/** Unreadable: KV fails, or somebody wrote an invalid brand without the `brand` command. */
const readBrand = sharedRead<Stored, Env, string>({
  event: 'brand_unreadable',
  keepMs: MEMORY_SECONDS * 1_000,
  retryMs: RETRY_SECONDS * 1_000,
  read: async (env, host) => {
    const value = await env.BRANDS.get(host, { type: 'json', cacheTtl: MEMORY_SECONDS })
    return value === null ? null : brandSchema.parse(value)
  },
  substitute: (last) => (last === undefined ? 'unreadable' : last),
})
