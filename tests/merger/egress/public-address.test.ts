import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { isPublic } from '../../../merger/egress/public-address.ts'

/**
 * Addresses that are not public. Many of them are the first or the last address of a denied block. The list
 * `allowed` below contains the public addresses next to such blocks.
 */
const denied = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2606:4700::1%lo',
  '2620:4f:8000::1',
  '2606:4700::5efe:10.0.0.1',
  '2606:4700::200:5efe:a00:1',
  '4000::1',
]
const allowed = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '8.8.8.8',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '2400:cb00::1',
  '2606:4700::300:5efe:a00:1',
]

test.each(denied)('isPublic returns false for the denied address %s', (address) =>
  expect(isPublic(address)).toBe(false),
)
test.each(allowed)('isPublic returns true for the address %s', (address) =>
  expect(isPublic(address)).toBe(true),
)

test.each(['', 'localhost', '0x7f000001', '127.1', '2130706433', '010.0.0.1', '8.8.8.8 ', '[::1]', '8.8.8'])(
  'isPublic returns false for the non-address "%s"',
  (text) => expect(isPublic(text)).toBe(false),
)

test('isPublic returns a boolean for every text', () => {
  assert(property(string(), (text) => typeof isPublic(text) === 'boolean'))
})
