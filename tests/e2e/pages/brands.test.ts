import fs from 'node:fs'
import http from 'node:http'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { brandSchema, type Brand } from '#contract/brand.ts'
import { root } from '../../internet/cache.ts'
import { OWN_PORT, useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

// These tests serve two sample brands on two hosts of the same running product.

/** Reads a sample brand from docs/brands. */
const read = (host: string): Brand =>
  brandSchema.parse(JSON.parse(fs.readFileSync(`${root}/docs/brands/${host}.json`, 'utf8')))
const [tidepool, earshot] = [read('tidepool.example'), read('earshot.example')]

/** Paths that return HTML; the list covers every kind of page. */
const html = [
  '/',
  '/vimeo-downloader',
  '/youtube-to-mp3',
  '/podcast-downloader',
  '/blog',
  '/blog/1',
  '/help-center',
  '/privacy-policy',
  '/dmca-policy',
  '/terms-of-service',
  '/cookie-settings',
  '/preview',
  '/preview?url=https%3A%2F%2Fcdn.example%2Fcombined-360.mp4&title=A',
  '/s/0000000000000',
  '/nowhere',
]
/** Paths that return other media types than HTML. */
const machineReadable = [
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/favicon.ico',
  '/api/domain-config',
  '/api/config',
  '/api/nowhere',
  '/api/download/status/x',
]
const paths = [...html, ...machineReadable]

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }

/** Sends a request to the product with the host of a brand in its Host header. */
function ask(host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const accept = html.includes(path) ? 'text/html' : '*/*'
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: OWN_PORT, path, headers: { host, accept, ...headers } }
    http
      .get(options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
      .on('error', reject)
  })
}

/**
 * Requests paths from a host in the given order. Returns each path with the status, headers and body of its
 * response.
 */
async function answersOf(host: string, order: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const path of order) {
    const { status, headers, body } = await ask(host, path)
    const { date: _, 'server-timing': __, ...rest } = headers
    answers.set(path, `${status}\n${JSON.stringify(rest)}\n${body}`)
  }
  return answers
}

/**
 * Returns the texts, such as names, colours, addresses and ids, that the first brand contains and the second
 * brand does not contain.
 */
function ownTexts(of: Brand, other: Brand): string[] {
  const { keywords: _, ...seo } = of.seo
  // The result omits the logo and the colour white: both brands may use the built-in logo, and every page
  // contains white. It omits Mastodon, because robots.txt of every brand names the robot of that network.
  const { logo: __, ...branding } = of.branding
  const theirs = new Set(['#ffffff', 'Mastodon', ...texts(other)])
  const own = [of.domain, branding, of.analytics, of.contact, seo].flatMap(texts)
  return [...new Set(own)].filter((text) => text.length > 3 && !theirs.has(text))
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : []
}

/** Decodes the escapes of HTML and XML and converts the text to lower case. */
const decoded = (text: string) =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .toLowerCase()
const contains = (answer: string, text: string) => decoded(answer).includes(text.toLowerCase())

describeSealed('two brands on two hosts share no texts and no state', () => {
  const harness = useProduct({ brands: [tidepool, earshot] })

  test.each([
    [tidepool, earshot],
    [earshot, tidepool],
  ])('no response of $domain contains a text of the other brand', async (own, other) => {
    const answers = await answersOf(own.domain, paths)
    const foreign = ownTexts(other, own)
    expect(foreign.length).toBeGreaterThan(15)
    for (const [path, answer] of answers)
      expect(
        foreign.filter((text) => contains(answer, text)),
        path,
      ).toEqual([])
    const all = [...answers.values()].join('\n')
    const words = [own.branding.slogan, own.seo.title].map(String)
    const shown = [own.domain, own.branding.name, own.contact.email, ...words]
    for (const text of [
      ...shown,
      ...Object.values(own.branding.colors).filter((one) => typeof one === 'string'),
    ])
      expect(contains(all, text), text).toBe(true)
  })

  test('differ in name, looks, address and platforms', async () => {
    const facts = async (host: string) => {
      const [home, siteMap, robots, manifest, icon, mail] = await Promise.all(
        ['/', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/favicon.svg', '/dmca-policy'].map(
          async (path) => (await ask(host, path)).body,
        ),
      )
      return {
        title: /<title>(.*?)<\/title>/.exec(home!)?.[1],
        canonical: /<link rel="canonical" href="([^"]*)"/.exec(home!)?.[1],
        colours: /:root\{(color-scheme[^}]*)\}/.exec(home!)?.[1],
        platforms: [...siteMap!.matchAll(/<loc>https:\/\/[^/]+\/([\w-]+-downloader)<\/loc>/g)].map(
          ([, path]) => path,
        ),
        siteMap: [...new Set([...siteMap!.matchAll(/<loc>(https:\/\/[^/]+)/g)].map(([, origin]) => origin))],
        robots: /Sitemap: (.*)/.exec(robots!)?.[1],
        manifest: JSON.parse(manifest!) as { name: string; theme_color: string },
        icon,
        mail: /mailto:([^"?]+)/.exec(mail!)?.[1],
      }
    }
    const [one, two] = [await facts('tidepool.example'), await facts('earshot.example')]
    for (const [found, { seo, branding }, host] of [
      [one, tidepool, 'tidepool.example'],
      [two, earshot, 'earshot.example'],
    ] as const)
      expect(found).toMatchObject({
        title: seo.title,
        canonical: `https://${host}/`,
        siteMap: [`https://${host}`],
        robots: `https://${host}/sitemap.xml`,
        manifest: { name: branding.name, theme_color: branding.colors.primary },
      })
    for (const name of ['colours', 'platforms', 'icon', 'mail'] as const) {
      expect(one[name], name).toBeTruthy()
      expect(one[name], name).not.toEqual(two[name])
    }
  })

  test('have home pages with ETags of their own', async () => {
    const [one, two] = [await answersOf('tidepool.example', paths), await answersOf('earshot.example', paths)]
    const back = paths.toReversed()
    const [twoAgain, oneAgain] = await Promise.all([
      answersOf('earshot.example', back),
      answersOf('tidepool.example', back),
    ])
    for (const path of paths) {
      expect(oneAgain.get(path), path).toBe(one.get(path))
      expect(twoAgain.get(path), path).toBe(two.get(path))
    }
    const { headers } = await ask('tidepool.example', '/')
    const conditional = { 'if-none-match': headers.etag ?? '' }
    expect((await ask('tidepool.example', '/', conditional)).status).toBe(304)
    expect((await ask('earshot.example', '/', conditional)).status).toBe(200)
  })

  test('keep colours and storage apart in one browser', async () => {
    const look = async (page: Page, { domain }: Brand) => {
      await page.goto(harness.originOf(domain))
      const facts = await page.evaluate(() => ({
        title: document.title,
        button: getComputedStyle(document.querySelector('form button[type=submit]')!).backgroundColor,
        header: document.querySelector('header')!.innerText,
      }))
      await page.evaluate((name) => localStorage.setItem('seen', name), domain)
      return { ...facts, page }
    }
    const first = await harness.open()
    const second = await first.context().newPage()
    const [one, two] = [await look(first, tidepool), await look(second, earshot)]
    expect([one.title, two.title]).toEqual([tidepool.seo.title, earshot.seo.title])
    expect(one.button).not.toBe(two.button)
    expect(one.header).toContain('Tidepool')
    expect(two.header).toContain('Earshot')
    expect(await one.page.evaluate(() => localStorage.getItem('seen'))).toBe('tidepool.example')
  })
})
