import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/**
 * The public DNS has only the IPv4 addresses 192.0.0.170 and 192.0.0.171 for this name. When a name server
 * returns an IPv6 address for the name, that address contains the NAT64 prefix of the network (RFC 7050).
 */
const KNOWN_NAME = 'ipv4only.arpa'
const KNOWN = ['192.0.0.170', '192.0.0.171'].map((address) => ipaddr.IPv4.parse(address).toByteArray())
/**
 * Lengths of a NAT64 prefix in bits, each with the positions of the bytes that hold the IPv4 address (RFC
 * 6052, section 2.2).
 */
const LAYOUTS: readonly (readonly [bits: number, bytes: readonly number[]])[] = [
  [96, [12, 13, 14, 15]],
  [64, [9, 10, 11, 12]],
  [56, [7, 9, 10, 11]],
  [48, [6, 7, 9, 10]],
  [40, [5, 6, 7, 9]],
  [32, [4, 5, 6, 7]],
]

type Block = [ipaddr.IPv6, number]

/**
 * RFC 7050. A NAT64 gateway translates such an IPv6 address into an IPv4 address, which may be private. False
 * for every address if the network has no NAT64 or the name server does not answer.
 */
export async function nat64Addresses(
  resolve6: (name: string) => Promise<string[]> = systemResolver(),
): Promise<(address: string) => boolean> {
  const synthetic = await resolve6(KNOWN_NAME).catch(() => [])
  const blocks = synthetic.flatMap(prefixesOf)
  return (address) =>
    ipaddr.IPv6.isValid(address) && blocks.some((block) => ipaddr.IPv6.parse(address).match(block))
}

function prefixesOf(address: string): Block[] {
  if (!ipaddr.IPv6.isValid(address)) return []
  const ip = ipaddr.IPv6.parse(address)
  const bytes = ip.toByteArray()
  return LAYOUTS.filter(([, places]) =>
    KNOWN.some((known) => known.every((byte, at) => bytes[places[at] ?? 0] === byte)),
  ).map(([bits]) => [ip, bits])
}

function systemResolver(): (name: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  return (name) => resolver.resolve6(name)
}
