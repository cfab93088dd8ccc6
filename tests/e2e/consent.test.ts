import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fallbackBrand } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { startProduct, type Product } from '../internet/product.ts'
import { isSealed } from './stage.ts'

// A brand with statistics and ads, on a host of its own, in the real Worker with its real policy. What Google would
// send is played by the test: a tag that passes each event on to the address where Google collects.

const HOST = 'loop.example'
const PORT = 9_600
const ORIGIN = `http://${HOST}:${PORT}`
const ID = 'G-ABCD1234'

const TAG = `
  const send = ([what, name, facts]) => {
    if (what !== 'event' || window['ga-disable-${ID}']) return
    void fetch('https://www.google-analytics.com/g/collect?' + new URLSearchParams({ en: name, ...facts }))
  }
  for (const command of window.dataLayer) send(command)
  window.dataLayer.push = function (command) { send(command); return Array.prototype.push.call(this, command) }
`

type Visit = {
  page: Page
  /** Hosts beside our own that were asked, in order. */
  others: string[]
  /** Events that arrived, oldest first. */
  events: Record<string, string>[]
  stored: () => Promise<Record<string, string>>
}

describe.skipIf(!isSealed)('cookies, statistics and ads', () => {
  const folder = `${root}/.cache/e2e/consent-${process.pid}`
  const noise: string[] = []
  let product: Product
  let browser: Browser
  let contexts: BrowserContext[] = []

  beforeAll(async () => {
    const analytics = {
      trackingEnabled: true,
      googleAnalyticsId: ID,
      adsenseClientId: 'ca-pub-1234567890123456',
      adSlots: { responsive: '1234567890' },
    }
    fs.mkdirSync(folder, { recursive: true })
    // The local Worker may see every request under the host of its first route, so that host is this brand's too.
    for (const host of [HOST, 'pocketreel.example']) {
      const own = fallbackBrand(host)
      const features = { ...own.features, consentFeature: true, debugMode: true }
      fs.writeFileSync(`${folder}/brand.json`, JSON.stringify({ ...own, analytics, features }))
      const put = ['scripts/brand.mjs', 'put', host, `${folder}/brand.json`, '--state', `${folder}/state`]
      await promisify(execFile)(process.execPath, put, { cwd: root })
    }
    product = await startProduct({ state: `${folder}/state`, work: `${folder}/work`, port: PORT })
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
        `--unsafely-treat-insecure-origin-as-secure=${ORIGIN}`,
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

  async function visit(path: string, before?: () => void): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    contexts.push(context)
    const others: string[] = []
    const events: Record<string, string>[] = []
    await context.route(
      (url) => url.hostname !== HOST,
      async (route) => {
        const url = new URL(route.request().url())
        others.push(url.hostname)
        if (url.pathname === '/g/collect') events.push(Object.fromEntries(url.searchParams))
        const isTag = url.hostname === 'www.googletagmanager.com'
        await route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: isTag ? TAG : '',
        })
      },
    )
    if (before) await context.addInitScript(before)
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') noise.push(message.text())
    })
    page.on('pageerror', (error) => noise.push(String(error)))
    await go(page, path)
    await page.getByText(/^Events \(/).waitFor()
    const stored = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
    return { page, others, events, stored }
  }

  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
  const go = (page: Page, path: string) => page.goto(`${ORIGIN}${path}`, { waitUntil: 'networkidle' })

  test('nobody else is asked before a choice, nor after a no', async () => {
    const { page, others, stored } = await visit('/blog/1')
    const [reject, accept] = [
      banner(page).getByRole('button', { name: 'Reject All' }),
      banner(page).getByRole('button', { name: 'Accept All' }),
    ]
    const sizes = await Promise.all([reject.boundingBox(), accept.boundingBox()])
    expect(sizes[0]?.width).toBe(sizes[1]?.width)
    await go(page, '/')
    expect(await stored()).toEqual({})
    await reject.click()
    await banner(page).waitFor({ state: 'detached' })
    expect(await stored()).toEqual({
      cookiePreferences: '{"essential":true,"analytics":false,"advertising":false,"personalization":false}',
      dataConsent: 'false',
      consentAsked: 'true',
    })
    for (const path of ['/blog', '/preview', '/cookie-settings']) await go(page, path)
    expect(await banner(page).count()).toBe(0)
    expect(others).toEqual([])
  })

  test('after a yes page views and events arrive, until it is taken back', async () => {
    const { page, others, events } = await visit('/blog/1')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => events.map((event) => event['en'])).toEqual(['page_view'])
    expect(new Set(others)).toEqual(
      new Set(['www.googletagmanager.com', 'pagead2.googlesyndication.com', 'www.google-analytics.com']),
    )
    expect(events[0]?.['page_title']).toMatch(/\| Blog$/)

    await page.getByRole('button', { name: /^Like/ }).click()
    await page.getByRole('link', { name: 'Back to All Articles' }).click()
    await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Back to Blog' }).waitFor()
    const expected = ['page_view', 'blog_post_like', 'page_view', 'page_view', 'blog_post_view']
    await expect.poll(() => events.map((event) => event['en'])).toEqual(expected)
    expect(events[1]).toMatchObject({ event_category: 'Blog', value: '1' })
    expect(events[1]?.['event_label']).toMatch(/^Video Formats Explained/)

    await go(page, '/cookies')
    await expect.poll(() => events.length).toBe(6)
    await page.getByRole('button', { name: 'Reject All' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await page.getByText("You'll have a private browsing experience.").waitFor()
    const before = others.length
    await page.getByRole('link', { name: 'Help Center' }).click()
    await page.getByRole('heading', { name: 'Help Center', level: 1 }).waitFor()
    await go(page, '/blog/2')
    expect(others).toHaveLength(before)
  })

  test('an address says nothing of the link in it, and the preview has no ads', async () => {
    const { page, others, events } = await visit(
      '/preview?url=https%3A%2F%2Fsecret.example%2Fx&title=Secret',
      () => {
        localStorage.setItem('consentAsked', 'true')
        localStorage.setItem('dataConsent', 'true')
      },
    )
    await expect.poll(() => events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events).toLowerCase()).not.toContain('secret')
    expect(events[0]?.['page_title']).toBe('Preview')
    expect(others.filter((host) => host.includes('syndication'))).toEqual([])
    await page.close()
    // There is nothing behind this link.
    noise.splice(0)
  })

  test('Global Privacy Control is a no that needs no banner', async () => {
    const fresh = await visit('/', () =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    )
    expect(await banner(fresh.page).count()).toBe(0)
    const { page, others } = await visit('/blog/1', () => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
      localStorage.setItem('consentAsked', 'true')
      localStorage.setItem('dataConsent', 'true')
    })
    await go(page, '/cookie-settings')
    await page.getByText('Your browser sends Global Privacy Control.').waitFor()
    expect([...fresh.others, ...others]).toEqual([])
  })

  test('the settings go from saving to saved and back, and are there after a reload', async () => {
    const { page, stored } = await visit('/cookie-settings')
    const save = page.getByRole('button', { name: /Save Settings|Saving|Saved|Error/ })
    expect(await page.getByRole('switch', { name: 'Essential' }).isDisabled()).toBe(true)
    expect(await save.isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Personalization' }).click()
    await save.click()
    await page.getByText('Cookie preferences saved! Personalized features enabled.').waitFor()
    expect(await save.isDisabled()).toBe(true)
    expect(await save.innerText()).toBe('Saved!')
    await expect.poll(() => save.innerText(), { timeout: 5_000 }).toBe('Save Settings')
    expect((await stored())['dataConsent']).toBe('true')
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: 'Personalization' }).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Analytics' }).isChecked()).toBe(false)
  })

  test('closed storage is survived, and said where something should be saved', async () => {
    const { page, others } = await visit('/cookie-settings', () => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    })
    await page.getByRole('button', { name: 'Reject All' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await page.getByRole('button', { name: 'Error - Try Again' }).waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Save Settings' }).isEnabled(), { timeout: 5_000 })
      .toBe(true)
    expect(others).toEqual([])
    expect(noise.splice(0).join()).toContain('could not be saved')
  })
})
