import ipaddr from 'ipaddr.js'
import { dayOf } from '../budget/day.ts'
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
 * It changes every day, and nobody can compute the IP address from it. The key is kept only in memory. There
 * is one exception: until the end of the day, the Durable Object that counts the visitor's bytes and merges
 * has the key as its name.
 */
export async function visitorKey(env: Env, request: Request): Promise<string> {
  const [hash] = await keyedHashes(env, 'visitor', `${dayOf(Date.now())} ${networkOf(request)}`)
  return base64url.encode(hash!.subarray(0, 12))
}
