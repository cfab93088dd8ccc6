import { expect, test } from 'vitest'
import { brandSchema, fallbackBrand, neutralBrand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'

test('the neutral brand has the name Pocketreel and matches the brand schema', () => {
  expect(brandSchema.parse(neutralBrand)).toEqual(neutralBrand)
  expect(neutralBrand.branding.name).toBe('Pocketreel')
  expect(neutralBrand.branding.colors).toMatchObject({
    primary: '#0b6b4d',
    accent: '#f2542d',
    background: '#f4f5ef',
  })
  expect(neutralBrand.contact.email).toBe('support@pocketreel.example')
  expect(neutralBrand.seo.canonicalUrl).toBe('https://pocketreel.example')
  expect(neutralBrand.analytics).toEqual({ trackingEnabled: false, adSlots: {} })
})

test('the neutral brand lists every platform that has a page, sorted by priority', () => {
  const ids = neutralBrand.supportedPlatforms.map((entry) => entry.id)
  expect(ids).toEqual(platforms.map((platform) => platform.id).filter((id) => id !== 'spotify'))
  expect(neutralBrand.supportedPlatforms.every((entry) => entry.enabled)).toBe(true)
})

test.each([
  ['clip-keeper.example', 'Clip Keeper'],
  ['www.clip-keeper.example', 'Clip Keeper'],
  ['Save.Clips.co.uk:8787', 'Clips'],
  ['m.co', 'M'],
  ['xn--fsqu00a.example', 'Pocketreel'],
])('the fallback brand of the host %s has the name %s', (host, name) => {
  const brand = fallbackBrand(host)
  expect(brand.branding.name).toBe(name)
  expect(brandSchema.parse(brand)).toEqual(brand)
})

test('fallbackBrand derives the domain, the canonical URL and the email of a brand from its host', () => {
  const brand = fallbackBrand('clip-keeper.example')
  expect(brand.domain).toBe('clip-keeper.example')
  expect(brand.seo.canonicalUrl).toBe('https://clip-keeper.example')
  expect(brand.contact.email).toBe('support@clip-keeper.example')
  expect(JSON.stringify(brand)).not.toContain('ocketreel')
})

test.each([
  'localhost',
  '127.0.0.1:8787',
  '[::1]',
  '',
  'a"><script>',
  'evil.example/x?',
  'tube_saver.example',
])('the fallback brand of the host %j is the neutral brand', (host) => {
  expect(fallbackBrand(host)).toEqual(neutralBrand)
})
