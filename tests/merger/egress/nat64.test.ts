import { expect, test } from 'vitest'
import { dialler } from '../../../merger/egress/dial.ts'
import { nat64Addresses } from '../../../merger/egress/nat64.ts'
import { isPublic } from '../../../merger/egress/public-address.ts'

// Each row: the length of a NAT64 prefix in bits, then two IPv6 addresses with such a prefix (RFC 6052). The
// first one stands for 192.0.0.170, the second one for 10.0.0.1.
test.each([
  [96, '2606:4700:64::c000:aa', '2606:4700:64::a00:1'],
  [64, '2606:4700:64:1:c0:0:aa00:0', '2606:4700:64:1:a:0:100:0'],
  [56, '2606:4700:64:1c0:0:aa::', '2606:4700:64:10a:0:1::'],
  [48, '2606:4700:64:c000:0:aa00::', '2606:4700:64:a00:0:100::'],
  [40, '2606:4700:64c0:0:aa::', '2606:4700:640a:0:1::'],
  [32, '2606:4700:c000:aa::', '2606:4700:a00:1::'],
])('refuses a private address behind a prefix of %i bits', async (_, known, inside) => {
  expect(isPublic(inside)).toBe(true)
  const isTranslated = await nat64Addresses(async () => [known])
  expect([isTranslated(inside), isTranslated('2a00:1450::1'), isTranslated('1.1.1.1')]).toEqual([
    true,
    false,
    false,
  ])
  const network = { resolve: async () => [inside], connect: () => expect.unreachable(), isTranslated }
  await expect(dialler(undefined, 9, network)('site.example', 443)).rejects.toMatchObject({
    code: 'refused_address',
  })
})

test.each([
  ['gives other addresses', async () => ['2606:4700::1111', 'not an address']],
  ['knows no IPv6 address of the name', async () => Promise.reject(new Error('ENODATA'))],
])('if the name server %s, nat64Addresses finds no NAT64 prefix', async (_, resolve6) => {
  const isTranslated = await nat64Addresses(resolve6)
  expect(isTranslated('2606:4700::1')).toBe(false)
})

test('finds the prefixes by a query for ipv4only.arpa', async () => {
  const asked: string[] = []
  await nat64Addresses(async (name) => (asked.push(name), []))
  expect(asked).toEqual(['ipv4only.arpa'])
})
