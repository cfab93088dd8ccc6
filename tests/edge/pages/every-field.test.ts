import { env } from 'cloudflare:workers'
import * as z from 'zod/mini'
import { beforeAll, describe, expect, test } from 'vitest'
import { brandSchema, type Brand } from '#contract/brand.ts'
import { visitor } from '../visit.ts'

const HOST = 'odd-films.example'

/** No value is one that another brand has by default. */
const odd: Brand = {
  domain: HOST,
  branding: {
    name: 'Zölle & Co',
    slogan: { en: 'Filme aus <Zinn>', es: 'Cine de hojalata' },
    tagline: { en: 'Tins of film since 1899', es: 'Latas de cine' },
    logo: { icon: 'Ж', type: 'letter' },
    favicon: '/tin.svg',
    colors: {
      primary: '#7a1f5c',
      secondary: '#5c2a00',
      accent: '#c0ffee',
      background: '#fff1e0',
      surface: '#fffaf2',
      text: { primary: '#2b0a1a', secondary: '#4a1030', muted: '#5a3045' },
    },
  },
  analytics: {
    trackingEnabled: true,
    googleAnalyticsId: 'G-ODDTIN77',
    adsenseClientId: 'ca-pub-9876543210987654',
    adSlots: { leaderboard: '77001', responsive: '77002' },
  },
  contact: {
    email: 'tin@odd-films.example',
    socialMedia: [{ name: 'Tinstodon', url: 'https://tin.example/@odd' }],
  },
  seo: {
    title: { en: 'Tin title', es: 'Título de lata' },
    description: { en: 'Tin description', es: 'Descripción de lata' },
    keywords: ['tin can', 'reel'],
    canonicalUrl: `https://www.${HOST}`,
    image: '/tin-card.png',
    googleSiteVerification: 'tin_verification_code',
  },
  supportedPlatforms: [
    {
      id: 'vimeo',
      name: 'vimeo',
      displayName: 'Vimeo of Tin',
      icon: 'vimeo',
      color: '#aa4400',
      enabled: true,
      priority: 1,
    },
    {
      id: 'youtube',
      name: 'youtube',
      displayName: 'Tubes',
      icon: 'youtube',
      color: '#006655',
      enabled: true,
      priority: 2,
    },
    {
      id: 'tiktok',
      name: 'tiktok',
      displayName: 'Clock of Tin',
      icon: 'tiktok',
      color: '#113355',
      enabled: false,
      priority: 3,
    },
  ],
  features: {
    multiDomainSupport: false,
    darkMode: false,
    debugMode: true,
    consentFeature: true,
    offlineMode: true,
  },
  api: { baseUrl: 'https://elsewhere.example', endpoints: { extract: '/elsewhere' } },
  fileNames: 'short',
  language: 'en',
  languages: ['en', 'es'],
}

const pages = new Map<string, string>()
async function pageAt(path: string): Promise<string> {
  const known = pages.get(path)
  if (known !== undefined) return known
  const headers = { accept: 'text/html', 'sec-fetch-dest': 'document' }
  const text = await (await visitor(HOST)(path, { headers })).text()
  pages.set(path, text)
  return text
}

beforeAll(() => env.BRANDS.put(HOST, JSON.stringify(odd)))

type Shape = { properties?: Record<string, Shape>; items?: Shape }

/** The path of each field of the schema, as in `features.darkMode`. All items of a list share one. */
function fieldsOf({ properties, items }: Shape, path: string[] = []): string[] {
  if (items) return fieldsOf(items, path)
  if (!properties) return [path.join('.')]
  return Object.entries(properties).flatMap(([key, inner]) => fieldsOf(inner, [...path, key]))
}

type Shown = [field: string, path: string, text: string | RegExp]
const shown: Shown[] = [
  ['branding.name', '/', 'Zölle &amp; Co'],
  ['branding.slogan.en', '/', 'Filme aus &lt;Zinn&gt;'],
  ['branding.slogan.es', '/es/', 'Cine de hojalata'],
  ['branding.tagline.en', '/', 'Tins of film since 1899'],
  ['branding.tagline.es', '/es/', 'Latas de cine'],
  ['branding.logo.icon', '/', 'data-letter="Ж"'],
  ['branding.logo.type', '/', 'data-letter="Ж"'],
  ['branding.favicon', '/', 'href="/tin.svg"'],
  ['branding.colors.primary', '/', '--fill:#7a1f5c'],
  ['branding.colors.secondary', '/', '--second:#5c2a00'],
  ['branding.colors.accent', '/', '--accent:#c0ffee'],
  ['branding.colors.background', '/', '--bg:#fff1e0'],
  ['branding.colors.surface', '/', '--surface:#fffaf2'],
  ['branding.colors.text.primary', '/', '--text:#2b0a1a'],
  ['branding.colors.text.secondary', '/', '--text-2:#4a1030'],
  ['branding.colors.text.muted', '/', '--muted:#5a3045'],
  ['analytics.trackingEnabled', '/', '"trackingEnabled":true'],
  ['analytics.googleAnalyticsId', '/', 'G-ODDTIN77'],
  ['analytics.adsenseClientId', '/ads.txt', 'pub-9876543210987654'],
  ['analytics.adSlots.leaderboard', '/', '77001'],
  ['analytics.adSlots.responsive', '/', '77002'],
  ['contact.email', '/help', 'mailto:tin@odd-films.example'],
  ['contact.socialMedia.name', '/help', 'Tinstodon'],
  ['contact.socialMedia.url', '/help', 'href="https://tin.example/@odd"'],
  ['seo.title.en', '/', '<title>Tin title</title>'],
  ['seo.title.es', '/es/', '<title>Título de lata</title>'],
  ['seo.description.en', '/', '<meta name="description" content="Tin description">'],
  ['seo.description.es', '/es/', '<meta name="description" content="Descripción de lata">'],
  ['seo.keywords', '/', '<meta name="keywords" content="tin can, reel'],
  ['seo.canonicalUrl', '/', `<link rel="canonical" href="https://www.${HOST}/`],
  ['seo.image', '/', `content="https://www.${HOST}/tin-card.png"`],
  ['seo.googleSiteVerification', '/', 'content="tin_verification_code"'],
  ['supportedPlatforms.id', '/sitemap.xml', '/vimeo-downloader<'],
  ['supportedPlatforms.displayName', '/vimeo-downloader', /<h1[^>]*>[^<]*Vimeo of Tin/],
  ['supportedPlatforms.color', '/', '{--mark:#aa4400}'],
  ['supportedPlatforms.enabled', '/tiktok-downloader', /Zölle &amp; Co doesn’t take Clock of Tin links/],
  ['supportedPlatforms.priority', '/', /Vimeo of Tin.*Tubes/s],
  ['features.darkMode', '/', 'color-scheme:light;'],
  ['features.debugMode', '/', '"debugMode":true'],
  ['features.consentFeature', '/', '"consentFeature":true'],
  ['features.offlineMode', '/', '"offlineMode":true'],
  ['fileNames', '/', '"fileNames":"short"'],
  ['language', '/', '<html lang="en"'],
  ['languages', '/', 'hreflang="es"'],
]

/** Found by their hosts in brands.test.ts, or without effect, as docs/decisions/differences.md says. */
const elsewhere = [
  'domain',
  'features.multiDomainSupport',
  'supportedPlatforms.name',
  'supportedPlatforms.icon',
  'api.baseUrl',
  'api.endpoints',
]

describe('a brand with each field unusual', () => {
  test.each(shown)('shows %s', async (_, path, text) => {
    const page = await pageAt(path)
    if (typeof text === 'string') expect(page).toContain(text)
    else expect(page).toMatch(text)
  })

  test('leaves out no field', () => {
    const tried = new Set([...shown.map(([field]) => field.replace(/\.e[ns]$/, '')), ...elsewhere])
    expect([...tried].toSorted()).toEqual(fieldsOf(z.toJSONSchema(brandSchema) as Shape).toSorted())
  })
})
