import ipaddr from 'ipaddr.js'
import { dayOf } from '../day.ts'
import { base64url, keyedHashes } from '../grants/seal.ts'

/** The /56 network of an IPv6 address, because a provider assigns a /56 to one connection. */
function networkOf(request: Request): string {
  const address = request.headers.get('cf-connecting-ip') ?? ''
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const [a, b, c, d] = (parsed as ipaddr.IPv6).parts
  return `${[a, b, c, d! & 0xff00].map((part) => part!.toString(16)).join(':')}::/56`
}

/**
 * Keys of the networks that one person may hold many visitors of: an IPv6 /48, and all of an origin AS. Empty
 * for IPv4, where one address is dear.
 */
export async function wideKeys(env: Env, request: Request): Promise<{ site?: string; operator?: string }> {
  const network = networkOf(request)
  if (!network.includes(':')) return {}
  const site = `${network.split(':').slice(0, 3).join(':')}::/48`
  const operator = (request as Request<unknown, IncomingRequestCfProperties>).cf?.asn
  return {
    site: await dayKey(env, site),
    ...(operator !== undefined && { operator: await dayKey(env, `AS${operator}`) }),
  }
}

/**
 * It changes every day, and nobody can compute the IP address from it. The key is kept only in memory. There
 * is one exception: until the end of the day, the Durable Object that counts the visitor's bytes and merges
 * has the key as its name.
 */
export async function visitorKey(env: Env, request: Request): Promise<string> {
  const own = await dayKey(env, networkOf(request))
  const { site } = await wideKeys(env, request)
  return site === undefined ? own : `${site}.${own}`
}

/** The part of a visitor's key that all visitors of an IPv6 /48 share. */
export const networkIn = (visitor: string): string => visitor.split('.')[0]!

async function dayKey(env: Env, network: string): Promise<string> {
  const [hash] = await keyedHashes(env, 'visitor', `${dayOf(Date.now())} ${network}`)
  return base64url.encode(hash!.subarray(0, 12))
}
