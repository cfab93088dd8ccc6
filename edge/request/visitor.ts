import ipaddr from 'ipaddr.js'
import { dayOf } from '../budget/day.ts'
import { base64url, keyedHashes } from '../grants/seal.ts'

/**
 * Returns the network of a visitor: an IPv4 address, or the /56 network of an IPv6 address, because a
 * provider assigns a /56 to one connection. The address comes from the header that Cloudflare sets, and from
 * no other header.
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
 * Returns the key of a visitor for rate limits, fair queues and daily allowances. It is a keyed hash of the
 * visitor's network and the day (UTC). So it changes every day, and nobody can compute the IP address from
 * it. The key is kept only in memory, while an extraction, a merge or a rate limit needs it. There is one
 * exception: until the end of the day, the Durable Object that counts the visitor's bytes and merges has the
 * key as its name.
 */
export async function visitorKey(env: Env, request: Request): Promise<string> {
  const [hash] = await keyedHashes(env, 'visitor', `${dayOf(Date.now())} ${networkOf(request)}`)
  return base64url.encode(hash!.subarray(0, 12))
}
