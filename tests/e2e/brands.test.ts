import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandSchema, type Brand } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { startProduct, type Product } from '../internet/product.ts'
import { describeSealed } from '../sealed.ts'

// Two brands on two hosts of one product, put there by the operators' command: the samples of docs/brands.

const PORT = 9_651
const read = (host: string): Brand =>
  brandSchema.parse(JSON.parse(fs.readFileSync(`${root}/docs/brands/${host}.json`, 'utf8')))
const [tidepool, earshot] = [read('tidepool.example'), read('earshot.example')]

/** A page of every kind, and all that machines read. */
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
const machine = [
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
const paths = [...html, ...machine]

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }

/** Asks the product under a host name, as a browser that looked the name up would. */
function ask(host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const accept = html.includes(path) ? 'text/html' : '*/*'
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: PORT, path, headers: { host, accept, ...headers } }
    http
      .get(options, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(pieces).toString(),
          }),
        )
      })
      .on('error', reject)
  })
}

/** All answers of a host, by path; headers belong to what a visitor is sent. */
async function everything(host: string, order: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const path of order) {
    const { status, headers, body } = await ask(host, path)
    const { date: _, ...rest } = headers
    answers.set(path, `${status}\n${JSON.stringify(rest)}\n${body}`)
  }
  return answers
}

/** Texts of a brand that the other one does not have: names, colours, addresses, ids, words. */
function signs(of: Brand, other: Brand): string[] {
  const { keywords: _, ...seo } = of.seo
  // Which of the built-in marks a logo is, is no text of the brand; and white stands on every page.
  const { logo: __, ...branding } = of.branding
  const theirs = new Set(['#ffffff', ...texts(other)])
  const own = [of.domain, branding, of.analytics, of.contact, seo].flatMap(texts)
  return [...new Set(own)].filter((text) => text.length > 3 && !theirs.has(text))
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : []
}

/** As it may stand in HTML, JSON and XML. */
const plain = (text: string) =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .toLowerCase()
const has = (answer: string, sign: string) => plain(answer).includes(sign.toLowerCase())

describeSealed('two brands on two hosts', () => {
  const folder = `${root}/.cache/e2e/brands-${process.pid}`
  let product: Product

  beforeAll(async () => {
    for (const { domain } of [tidepool, earshot]) {
      const put = [
        'scripts/brand.mjs',
        'put',
        domain,
        `docs/brands/${domain}.json`,
        '--state',
        `${folder}/state`,
      ]
      await promisify(execFile)(process.execPath, put, { cwd: root })
    }
    product = await startProduct({ state: `${folder}/state`, work: `${folder}/work`, port: PORT })
  })
  afterAll(async () => {
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test.each([
    [tidepool, earshot],
    [earshot, tidepool],
  ])('no byte of the one is on the other, in any answer: $domain', async (own, other) => {
    const answers = await everything(own.domain, paths)
    const foreign = signs(other, own)
    expect(foreign.length).toBeGreaterThan(15)
    for (const [path, answer] of answers)
      expect(
        foreign.filter((sign) => has(answer, sign)),
        path,
      ).toEqual([])
    const all = [...answers.values()].join('\n')
    // What counts visitors and shows ads stands in the configuration of the brand that has it.
    const shown = [own.domain, own.branding.name, own.branding.slogan, own.contact.email, own.seo.title]
    for (const sign of [
      ...shown,
      ...Object.values(own.branding.colors).filter((one) => typeof one === 'string'),
    ])
      expect(has(all, sign), sign).toBe(true)
  })

  test('name, colours, title, logo, mail, platforms, site map and manifest are the brand’s own', async () => {
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

  test('asked in turn, at once and in either order, each host answers as it did', async () => {
    const [one, two] = [
      await everything('tidepool.example', paths),
      await everything('earshot.example', paths),
    ]
    const back = paths.toReversed()
    const [twoAgain, oneAgain] = await Promise.all([
      everything('earshot.example', back),
      everything('tidepool.example', back),
    ])
    for (const path of paths) {
      expect(oneAgain.get(path), path).toBe(one.get(path))
      expect(twoAgain.get(path), path).toBe(two.get(path))
    }
    const { headers } = await ask('tidepool.example', '/')
    const asked = { 'if-none-match': headers.etag ?? '' }
    expect((await ask('tidepool.example', '/', asked)).status).toBe(304)
    expect((await ask('earshot.example', '/', asked)).status).toBe(200)
  })

  test('in one browser, each has its own look and keeps its own choices', async () => {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP *.example 127.0.0.1'],
    })
    try {
      const context = await browser.newContext()
      const look = async (host: string) => {
        const page = await context.newPage()
        await page.goto(`http://${host}:${PORT}/`)
        const facts = await page.evaluate(() => ({
          title: document.title,
          button: getComputedStyle(document.querySelector('form button[type=submit]')!).backgroundColor,
          header: document.querySelector('header')!.innerText,
        }))
        await page.evaluate((name) => localStorage.setItem('seen', name), host)
        return { ...facts, page }
      }
      const [one, two] = [await look('tidepool.example'), await look('earshot.example')]
      expect([one.title, two.title]).toEqual([tidepool.seo.title, earshot.seo.title])
      expect(one.button).not.toBe(two.button)
      expect(one.header).toContain('Tidepool')
      expect(two.header).toContain('Earshot')
      expect(await one.page.evaluate(() => localStorage.getItem('seen'))).toBe('tidepool.example')
    } finally {
      await browser.close()
    }
  })
})
