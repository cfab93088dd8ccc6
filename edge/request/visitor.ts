import ipaddr from 'ipaddr.js'
import { dayOf } from '../budget/day.ts'
import { base64url, keyedHashes } from '../grants/seal.ts'

/**
 * Returns the network of a visitor: the IPv4 address, or the /56 network of an IPv6 address, because a
 * provider assigns a /56 to one connection. Only Cloudflare's own header is trusted.
 */
function networkOf(request: Request): string {
  const address = request.headers.get('cf-connecting-ip') ?? ''
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const [a, b, c, d] = (parsed as ipaddr.IPv6).parts
  return `${[a, b, c, d! & 0xff00].map((part) => part!.toString(16)).join(':')}::/56`
}

/**
 * Identifies a visitor for rate limits and fair queues. The result is a keyed hash of the visitor's network;
 * the hash changes every day (UTC). The IP address cannot be computed from it. The hash is kept only in
 * memory, while an order or a rate limit needs it, with one exception: until the end of the day, the hash is
 * the name of the Durable Object that counts the visitor's bytes and merges.
 */
export async function visitorKey(env: Env, request: Request): Promise<string> {
  const [hash] = await keyedHashes(env, 'visitor', `${dayOf(Date.now())} ${networkOf(request)}`)
  return base64url.encode(hash!.subarray(0, 12))
}
