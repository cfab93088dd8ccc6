import { expect, test } from 'vitest'
import { brandSchema, fallbackBrand, neutralBrand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'

test('the neutral brand is Pocketreel', () => {
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

test('the neutral brand lists all pages by priority', () => {
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
])('names the brand of %s %s', (host, name) => {
  const brand = fallbackBrand(host)
  expect(brand.branding.name).toBe(name)
  expect(brandSchema.parse(brand)).toEqual(brand)
})

test.each([
  ['a-b--c.example', 'A B C'],
  ['-clip-.example', 'Clip'],
  ['clips.gov.uk', 'Clips'],
  ['www.shop.co.example', 'Co'],
  ['one.two.example', 'Two'],
  ['co.uk', 'Co'],
  [`${'a'.repeat(39)}-b.example`, `A${'a'.repeat(38)}`],
  [`${'a'.repeat(50)}.example`, `A${'a'.repeat(39)}`],
])('derives from the host %s the name %s and its first letter', (host, name) => {
  const { branding } = fallbackBrand(host)
  expect(branding.name).toBe(name)
  expect(branding.logo).toEqual({ icon: name.charAt(0), type: 'letter' })
})

test('a new brand is dark, without extras', () => {
  const { features, analytics, seo } = fallbackBrand('clip-keeper.example')
  expect(features).toEqual({
    multiDomainSupport: true,
    darkMode: true,
    debugMode: false,
    consentFeature: false,
    offlineMode: false,
  })
  expect(analytics).toEqual({ trackingEnabled: false, adSlots: {} })
  expect(seo.keywords).toEqual(['video downloader', 'audio downloader', 'podcast downloader', 'mp4', 'mp3'])
})

/** Returns a copy of the neutral brand with `value` in the field at `path`, for example `seo.title`. */
function brandWith(path: string, value: unknown): unknown {
  const brand = structuredClone(neutralBrand) as unknown as Record<string, unknown>
  const names = path.split('.')
  let at = brand
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>
  at[names.at(-1)!] = value
  return brand
}

test.each<[string, unknown]>([
  ['domain', 'a-1.b.example'],
  ['branding.logo', { icon: '/logo.svg', type: 'image' }],
  ['branding.logo', { icon: 'K', type: 'letter' }],
  ['branding.favicon', '/icons/a_b-1.png'],
  ['branding.favicon', 'https://cdn.example/a.png?x=1'],
  ['branding.colors.primary', '#ABCDEF'],
  ['analytics.googleAnalyticsId', 'G-AB12'],
  ['analytics.adsenseClientId', 'ca-pub-1234567890'],
  ['analytics.adSlots', { leaderboard: '1234', responsive: '12345678901234567890' }],
  ['contact.socialMedia', [{ name: 'Forum', url: 'https://forum.example/us' }]],
  ['contact.email', 'help@clips.example.com'],
])('the brand schema accepts the field %s with the value %j', (path, value) => {
  expect(brandSchema.safeParse(brandWith(path, value)).success).toBe(true)
})

test.each<[string, unknown]>([
  ['domain', ''],
  ['domain', 'Clips.example'],
  ['domain', 'clips.example:80'],
  ['domain', ' clips.example'],
  ['domain', 'a'.repeat(254)],
  ['branding.name', ''],
  ['branding.name', 'a'.repeat(41)],
  ['branding.logo', { icon: 'K', type: 'svg' }],
  ['branding.favicon', 'icon.png'],
  ['branding.favicon', 'x/icon.png'],
  ['branding.favicon', '/icon.png?x'],
  ['branding.favicon', 'http://cdn.example/a.png'],
  ['branding.favicon', ''],
  ['branding.colors.primary', 'red'],
  ['branding.colors.primary', '#12345'],
  ['branding.colors.primary', '#1234567'],
  ['branding.colors.primary', 'x#123456'],
  ['branding.colors.primary', '#123456;}'],
  ['branding.colors.text', { primary: '#111111', secondary: '#222222' }],
  ['analytics.googleAnalyticsId', 'xG-AB12'],
  ['analytics.googleAnalyticsId', 'G-AB1'],
  ['analytics.googleAnalyticsId', 'G-AB12"'],
  ['analytics.googleAnalyticsId', 'G-ab12'],
  ['analytics.adsenseClientId', 'xca-pub-1234567890'],
  ['analytics.adsenseClientId', 'ca-pub-123456789'],
  ['analytics.adsenseClientId', 'ca-pub-1234567890x'],
  ['analytics.adSlots', { leaderboard: '123' }],
  ['analytics.adSlots', { leaderboard: 'x1234' }],
  ['analytics.adSlots', { leaderboard: '1234x' }],
  ['analytics.adSlots', { responsive: '123' }],
  ['analytics.adSlots', { responsive: 'x1234' }],
  ['analytics.adSlots', { responsive: '1234x' }],
  ['contact.email', 'help'],
  ['contact.email', 'help@example'],
  ['contact.email', '<help@clips.example'],
  ['contact.email', 'help@clips.example>'],
  ['contact.socialMedia', [{ url: 'https://forum.example' }]],
  ['contact.socialMedia', [{ name: 'Forum', url: 'javascript:alert(1)' }]],
  ['seo.canonicalUrl', 'see https://clips.example'],
  ['seo.canonicalUrl', 'https://clips.example/"><script>'],
  ['seo.canonicalUrl', 'https://'],
  ['seo.image', `https://clips.example/${'a'.repeat(2_000)}`],
  ['supportedPlatforms', [{ ...neutralBrand.supportedPlatforms[0], id: 'You Tube' }]],
  ['supportedPlatforms', [{ ...neutralBrand.supportedPlatforms[0], id: '' }]],
  ['supportedPlatforms', [{ ...neutralBrand.supportedPlatforms[0], id: 'a'.repeat(33) }]],
  ['supportedPlatforms', [{ ...neutralBrand.supportedPlatforms[0], color: 'red' }]],
])('the brand schema refuses the field %s with the value %j', (path, value) => {
  expect(brandSchema.safeParse(brandWith(path, value)).success).toBe(false)
})

test('explains the form of colours, links and addresses', () => {
  const messageOf = (path: string, value: string) =>
    brandSchema.safeParse(brandWith(path, value)).error?.issues[0]?.message
  expect(messageOf('branding.colors.primary', 'red')).toBe('a colour is written #rrggbb')
  expect(messageOf('seo.canonicalUrl', 'clips.example')).toBe('a link starts with https://')
  expect(messageOf('contact.email', 'help')).toBe('not a mail address')
})

test('derives domain, URL and email from the host', () => {
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
