import ipaddr from 'ipaddr.js'

// Refused: IANA's special-purpose registry, multicast, Azure's metadata address, and everything in IPv6
// outside 2000::/3 or in a tunnel, documentation or special block. ipaddr.js's own classes are not used,
// because they count `::127.0.0.1` as public.
const deniedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((block) => ipaddr.IPv4.parseCIDR(block))
const globalV6 = ipaddr.IPv6.parseCIDR('2000::/3')
const deniedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
)

/** An address with a zone id or in an unusual spelling is never public. */
export function isPublic(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const ip = ipaddr.IPv4.parse(address)
    return !deniedV4.some((block) => ip.match(block))
  }
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false
  const ip = ipaddr.IPv6.parse(address)
  return ip.match(globalV6) && !deniedV6.some((block) => ip.match(block)) && !isIsatap(ip)
}

/**
 * Returns whether an IPv6 address is an ISATAP address (RFC 5214, section 6.1). The last 32 bits of such an
 * address are an IPv4 address, which may be private.
 */
const isIsatap = ({ parts }: ipaddr.IPv6) => parts[5] === 0x5efe && (parts[4]! & 0xfdff) === 0
