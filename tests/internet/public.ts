import ipaddr from 'ipaddr.js'

/** Address blocks that are not public, although ipaddr.js calls them "unicast". */
const MORE = [
  '168.63.129.16/32',
  '192.88.99.0/24',
  '::/96',
  '2001::/23',
  '2002::/16',
  '64:ff9b::/96',
  '3fff::/20',
]
const blocks = MORE.map((block) => ipaddr.parseCIDR(block))

/**
 * Returns whether an address is public. The check shares no code with the product, so that it can test the
 * product.
 */
export function isPublic(address: string): boolean {
  const ip = ipaddr.process(address)
  return (
    ip.range() === 'unicast' && !blocks.some(([net, bits]) => net.kind() === ip.kind() && ip.match(net, bits))
  )
}
