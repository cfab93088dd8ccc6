import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { fallbackBrand, type Brand } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { startProduct, type Product } from '../internet/product.ts'

// Brands with and without statistics and ads, each on a host of its own, in the real Worker with its real policy. What
// Google would send is played by the test: a tag that passes each event on to the address where Google collects.

const PORT = 9_600
const ID = 'G-ABCD1234'
const CLIENT = 'ca-pub-1234567890123456'
const SLOTS = { responsive: '1234567890', leaderboard: '1234567891' }

const analytics: Record<string, Brand['analytics']> = {
  /** Statistics and ads. */
  loop: { trackingEnabled: true, googleAnalyticsId: ID, adsenseClientId: CLIENT, adSlots: SLOTS },
  /** Neither. */
  plain: { trackingEnabled: false, adSlots: {} },
  /** Ads alone. */
  ads: { trackingEnabled: true, adsenseClientId: CLIENT, adSlots: SLOTS },
}
export type BrandName = 'loop' | 'plain' | 'ads'
export const originOf = (brand: BrandName) => `http://${brand}.example:${PORT}`

/** Every kind of page. */
const kinds =
  `/ /youtube-downloader /twitter-downloader /soundcloud-downloader /preview /blog /blog/2 /help-center
  /how-to-download-videos /privacy-policy /terms-of-service /dmca-policy /terms-glossary /cookie-settings`.split(
    /\s+/,
  )
/** As many at once as keep two cores busy. */
const TABS = 5

/** Both tags leave cookies as Google's do, on the host and on the domain above it. */
const TAG = `
  document.cookie = '_ga=1; path=/'
  document.cookie = '_ga_ABCD1234=1; path=/; domain=.' + location.hostname
  const send = ([what, name, facts]) => {
    if (what !== 'event' || window['ga-disable-${ID}']) return
    void fetch('https://www.google-analytics.com/g/collect?' + new URLSearchParams({ en: name, ...facts }))
  }
  for (const command of window.dataLayer) send(command)
  window.dataLayer.push = function (command) { send(command); return Array.prototype.push.call(this, command) }
`
const ADS = `document.cookie = '__gads=1; path=/'`

export type Visit = {
  context: BrowserContext
  page: Page
  /** Hosts beside our own that were asked, in order. */
  others: string[]
  /** Events that arrived, oldest first. */
  events: Record<string, string>[]
  stored: () => Promise<Record<string, string>>
}
type Way = {
  brand?: BrandName
  /** Runs in each page before its own scripts. */
  before?: () => void
  /** Waited for before Google's part of our own code arrives. */
  until?: Promise<unknown>
}
export type ConsentStage = {
  visit: (path: string, way?: Way) => Promise<Visit>
  go: (page: Page, path: string) => Promise<unknown>
  /** Opens every kind of page, in tabs beside this one. */
  tour: (page: Page) => Promise<void>
  /** Console errors so far; read them where a test provokes some. */
  noise: string[]
}

/** The product with three brands, and a browser in which nobody else answers. Console errors fail a test. */
export function setConsentStage(): ConsentStage {
  const folder = `${root}/.cache/e2e/consent-${process.pid}`
  const noise: string[] = []
  let product: Product
  let browser: Browser
  let contexts: BrowserContext[] = []

  beforeAll(async () => {
    fs.mkdirSync(folder, { recursive: true })
    for (const [name, one] of Object.entries(analytics)) {
      const own = fallbackBrand(`${name}.example`)
      const features = { ...own.features, consentFeature: true, debugMode: true }
      fs.writeFileSync(`${folder}/brand.json`, JSON.stringify({ ...own, analytics: one, features }))
      const put = ['put', own.domain, `${folder}/brand.json`, '--state', `${folder}/state`]
      await promisify(execFile)(process.execPath, ['scripts/brand.mjs', ...put], { cwd: root })
    }
    product = await startProduct({ state: `${folder}/state`, work: `${folder}/work`, port: PORT })
    const origins = Object.keys(analytics).map((name) => originOf(name as BrandName))
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] || '/usr/bin/chromium',
      // Going back restores the page from memory, as it does for visitors.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--host-resolver-rules=MAP *.example 127.0.0.1',
        `--unsafely-treat-insecure-origin-as-secure=${origins.join()}`,
      ],
    })
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    contexts = []
    expect(noise.splice(0), 'the console of every page').toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const go = (page: Page, path: string) =>
    page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })

  return {
    noise,
    go,
    async tour(page) {
      const left = [...kinds]
      const walk = async () => {
        const tab = await page.context().newPage()
        for (let path = left.shift(); path; path = left.shift())
          await tab.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })
        await tab.close()
      }
      await Promise.all(Array.from({ length: TABS }, walk))
    },
    async visit(path, { brand = 'loop', before, until } = {}) {
      const origin = originOf(brand)
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      contexts.push(context)
      const others: string[] = []
      const events: Record<string, string>[] = []
      await context.route(
        (url) => url.origin !== origin,
        async (route) => {
          const url = new URL(route.request().url())
          others.push(url.hostname)
          if (url.pathname === '/g/collect') events.push(Object.fromEntries(url.searchParams))
          const isTag = url.hostname === 'www.googletagmanager.com'
          const isAds = url.pathname.endsWith('/adsbygoogle.js')
          await route.fulfill({
            contentType: 'text/javascript',
            headers: { 'access-control-allow-origin': '*' },
            body: isTag ? TAG : isAds ? ADS : '',
          })
        },
      )
      if (until)
        await context.route(/\/assets\/google-/, async (route) => {
          await until
          await route.continue()
        })
      if (before) await context.addInitScript(before)
      context.on('page', (page) => {
        // The blank page in which a tab begins has no storage that `before` could prepare.
        const hear = (words: string) => page.url() !== 'about:blank' && noise.push(words)
        page.on('console', (message) => message.type() === 'error' && hear(message.text()))
        page.on('pageerror', (error) => hear(String(error)))
      })
      const page = await context.newPage()
      await page.goto(origin + path, { waitUntil: 'networkidle' })
      await page.getByText(/^Events \(/).waitFor()
      const stored = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
      return { context, page, others, events, stored }
    },
  }
}
