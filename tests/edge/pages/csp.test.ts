import { expect, test } from 'vitest'
import { fallbackBrand, type Brand } from '#contract/brand.ts'
import { pagePolicy } from '../../../edge/pages/csp.ts'

const plain = fallbackBrand('pocketreel.example')
const withTags = (analytics: Partial<Brand['analytics']>): Brand => ({
  ...plain,
  analytics: { ...plain.analytics, trackingEnabled: true, ...analytics },
})
const statistics = { googleAnalyticsId: 'G-TRAP12345' }
const none = { styleHashes: [], scriptHashes: [] }
const ads = { adsenseClientId: 'ca-pub-1234567890123456' }

/**
 * Returns the sources that a directive of the policy lists, or undefined if the policy does not contain the
 * directive.
 */
function sources(brand: Brand, directive: string): string[] | undefined {
  const rule = pagePolicy(brand, none)
    .split('; ')
    .find((text) => text.startsWith(`${directive} `))
  return rule?.split(' ').slice(1)
}

test("requires Trusted Types without Google's tags", () => {
  expect(sources(plain, 'require-trusted-types-for')).toEqual(["'script'"])
  expect(sources(plain, 'trusted-types')).toEqual(['offline-worker'])
  for (const brand of [withTags(statistics), withTags(ads)])
    expect(pagePolicy(brand, none)).not.toContain('trusted-types')
})

test('allows ad scripts only from named hosts', () => {
  const scripts = sources(withTags({ ...statistics, ...ads }), 'script-src')!
  expect(scripts).toContain('https://pagead2.googlesyndication.com')
  expect(scripts.filter((source) => source.includes('*'))).toEqual([])
})
