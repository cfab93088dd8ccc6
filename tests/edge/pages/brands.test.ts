import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { neutralBrand, type Brand } from '#contract/brand.ts'
import { brandOf } from '../../../edge/pages/brands.ts'
import { ask } from '../grants/grant-maker.ts'
import { errorOf, paste, post, visitor } from '../visit.ts'

const html = { accept: 'text/html', 'sec-fetch-dest': 'document' }
const brand = (domain: string, name: string, primary: string, platforms: string[]): Brand => ({
  ...neutralBrand,
  domain,
  branding: {
    ...neutralBrand.branding,
    name,
    slogan: `${name} slogan`,
    colors: { ...neutralBrand.branding.colors, primary },
  },
  contact: { email: `help@${domain}`, socialMedia: [] },
  seo: { ...neutralBrand.seo, title: `${name} title`, canonicalUrl: `https://${domain}` },
  supportedPlatforms: neutralBrand.supportedPlatforms.map((one) => ({
    ...one,
    enabled: platforms.includes(one.id),
  })),
})

beforeAll(async () => {
  await env.BRANDS.put(
    'red.example',
    JSON.stringify(brand('red.example', 'Redclip', '#aa1122', ['youtube', 'vimeo'])),
  )
  await env.BRANDS.put(
    'blue.example',
    JSON.stringify({
      ...brand('blue.example', 'Bluetape', '#1122aa', ['soundcloud']),
      features: { ...neutralBrand.features, multiDomainSupport: false },
    }),
  )
  await env.BRANDS.put('broken.example', JSON.stringify({ domain: 'broken.example' }))
})

async function everything(host: string): Promise<string> {
  const me = visitor(host)
  const paths = [
    '/',
    '/preview',
    '/nowhere',
    '/api/domain-config',
    '/sitemap.xml',
    '/robots.txt',
    '/manifest.webmanifest',
    '/favicon.svg',
  ]
  const answers = await Promise.all(
    paths.map((path) => me(path, { headers: path.startsWith('/api') ? {} : html })),
  )
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
}

describe('the host of a request determines the brand of the response', () => {
  test('shows only the facts of the brand', async () => {
    const [red, blue] = [await everything('red.example'), await everything('blue.example')]
    for (const sign of ['Redclip', 'help@red.example', 'https://red.example/', '#aa1122', 'Redclip title']) {
      expect(red).toContain(sign)
      expect(blue).not.toContain(sign)
    }
    for (const sign of ['Bluetape', 'help@blue.example', 'https://blue.example/', '#1122aa']) {
      expect(blue).toContain(sign)
      expect(red).not.toContain(sign)
    }
    expect(red).toMatch(/<loc>https:\/\/red\.example\/vimeo-downloader<\/loc>/)
    expect(blue).not.toMatch(/<loc>https:\/\/blue\.example\/vimeo-downloader<\/loc>/)
  })

  test('finds the brand of an odd spelling of the host', async () => {
    for (const host of ['RED.example', 'red.example.']) {
      const config = await (await visitor(host)('/api/domain-config')).json<Brand>()
      expect(config.branding.name).toBe('Redclip')
    }
  })

  test('serves subdomains only with multiDomainSupport', async () => {
    const nameAt = async (host: string) =>
      (await (await visitor(host)('/api/domain-config')).json<Brand>()).branding.name
    expect(await nameAt('www.red.example')).toBe('Redclip')
    expect(await (await visitor('www.red.example')('/', { headers: html })).text()).toContain(
      '<link rel="canonical" href="https://red.example/',
    )
    expect(await nameAt('www.blue.example')).toBe('Pocketreel')
    expect(await nameAt('a.www.red.example')).toBe('Pocketreel')
  })
})

test('refuses links of a platform that the brand has switched off', async () => {
  const link = 'https://www.tiktok.com/@harbour/video/7106594312292453675'
  const red = visitor('red.example')
  for (const request of [{ tweet_url: link }, { tweet_url: link, platform: 'tiktok' }]) {
    expect(await errorOf(await post('/api/download-video', request, red))).toEqual({
      status: 400,
      code: 'unsupported',
      error: 'Redclip doesn’t take TikTok links. Please try another platform.',
    })
  }
  await paste(`https://vimeo.com/${Math.floor(1e8 + Math.random() * 8e8)}`, red)
  await paste(link, visitor())
})

test('shows Google whose site it is before anything is loaded', async () => {
  const account = 'ca-pub-1234567890123456'
  const verification = 'rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ'
  const own = brand('owned.example', 'Owned', '#11aa22', ['vimeo'])
  await env.BRANDS.put(
    'owned.example',
    JSON.stringify({
      ...own,
      analytics: { trackingEnabled: false, adsenseClientId: account, adSlots: {} },
      seo: { ...own.seo, googleSiteVerification: verification },
    }),
  )
  const me = visitor('owned.example')
  const page = await (await me('/', { headers: html })).text()
  expect(page).toContain(`<meta name="google-adsense-account" content="${account}">`)
  expect(page).toContain(`<meta name="google-site-verification" content="${verification}">`)
  const ads = await me('/ads.txt')
  expect(ads.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await ads.text()).toBe('google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n')

  const without = visitor('red.example')
  expect((await without('/ads.txt')).status).toBe(404)
  expect(await (await without('/', { headers: html })).text()).not.toContain('<meta name="google-')
})

test('names the brand of an attached host after it', async () => {
  const config = await (await visitor('clip-keeper.example')('/api/domain-config')).json<Brand>()
  expect(config).toMatchObject({ domain: 'clip-keeper.example', branding: { name: 'Clip Keeper' } })
  expect(await (await visitor('clip-keeper.example')('/robots.txt')).text()).toContain(
    'https://clip-keeper.example/sitemap.xml',
  )
})

test('shows no unknown host in the neutral brand', async () => {
  for (const host of ['evil.test', '127.0.0.1', 'localhost', '203.0.113.9', '[2001:db8::1]']) {
    const page = await visitor(host)('/', { headers: html })
    expect(page.status).toBe(200)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const text = await page.text()
    expect(text).toContain('Pocketreel')
    if (host.includes('evil') || host.includes('203')) expect(text).not.toContain(host)
    expect(await (await visitor(host)('/robots.txt')).text()).toContain('Disallow: /\n')
    const siteMap = await (await visitor(host)('/sitemap.xml')).text()
    expect(siteMap).toContain('<loc>https://pocketreel.example/</loc>')
    expect(siteMap).not.toContain(host)
  }
})

test('indexes no host with an invalid brand', async () => {
  const page = await visitor('broken.example')('/', { headers: html })
  expect(page.status).toBe(200)
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  const config = await (await visitor('broken.example')('/api/domain-config')).json<Brand>()
  expect(config.branding.name).toBe('Broken')
})

test('keeps the last brand that KV returned', async () => {
  const nameAt = async (host: string) =>
    (await (await visitor(host)('/api/domain-config')).json<Brand>()).branding.name
  await env.BRANDS.put('tide.example', JSON.stringify(brand('tide.example', 'Tidemark', '#11aa22', [])))
  expect(await nameAt('tide.example')).toBe('Tidemark')
  const failing = vi.spyOn(env.BRANDS, 'get').mockRejectedValue(new Error('KV GET failed: 500'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    expect(await nameAt('tide.example')).toBe('Tidemark')
    expect(await nameAt('www.tide.example')).toBe('Tidemark')
    expect(await nameAt('reed-bank.example')).toBe('Reed Bank')
    expect(failing).toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
    failing.mockRestore()
  }
})

test('sends media although KV fails', async () => {
  const failing = vi.spyOn(env.BRANDS, 'get').mockRejectedValue(new Error('KV GET failed: 500'))
  try {
    expect((await ask('https://cdn.test/v.mp4')).status).toBe(200)
    expect(failing).toHaveBeenCalled()
  } finally {
    failing.mockRestore()
  }
})

test('a changed brand takes effect after 31 seconds', async () => {
  const put = async (name: string) =>
    await env.BRANDS.put('green.example', JSON.stringify(brand('green.example', name, '#11aa22', [])))
  const shownName = async () =>
    (await (await visitor('green.example')('/api/domain-config')).json<Brand>()).branding.name
  await put('Before')
  expect(await shownName()).toBe('Before')
  await put('After')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  try {
    expect(await shownName()).toBe('After')
  } finally {
    vi.useRealTimers()
  }
})

test('reads host and parent domain at the same time', async () => {
  const reads: string[] = []
  const bothRead = Promise.withResolvers<void>()
  const get = async (host: string) => {
    if (reads.push(host) === 2) bothRead.resolve()
    await bothRead.promise
    return null
  }
  const own = { ...env, BRANDS: { get } } as unknown as Env
  const { brand: found } = await brandOf(own, new URL('https://www.unread.example/'))
  expect(found.branding.name).toBe('Pocketreel')
  expect(reads).toEqual(['www.unread.example', 'unread.example'])
})

test('links an unknown host to the first attached one', async () => {
  const own = { ...env, ATTACHED_HOSTS: 'clip-keeper.example other.example' }
  const found = await brandOf(own, new URL('https://unknown.workers.example/'))
  expect(found).toMatchObject({ indexable: false, origin: 'https://clip-keeper.example' })
  expect(found.brand.domain).toBe('clip-keeper.example')
})
