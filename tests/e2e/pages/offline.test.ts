import fs from 'node:fs'
import http from 'node:http'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brandSchema } from '#contract/brand.ts'
import { root } from '../../internet/cache.ts'
import { OWN_PORT, useProduct } from '../lib/harness.ts'
import { openFormats, submitLink } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

const PROXY_PORT = OWN_PORT + 1
const brand = brandSchema.parse(
  JSON.parse(fs.readFileSync(`${root}/docs/brands/tidepool.example.json`, 'utf8')),
)
brand.features.offlineMode = true

/**
 * A proxy between the browser and the product (the built tool that the test starts). The proxy can refuse
 * connections, pretend that a second build was deployed, and switch off the offline mode of the brand. It
 * also records the requests for previews.
 */
const proxy = {
  build: 'first' as 'first' | 'second',
  hasOfflineMode: true,
  /** The headers Sec-Fetch-Site and Sec-Fetch-Dest of every request for a preview. */
  previews: [] as (string | string[] | undefined)[][],
  server: null as http.Server | null,
  async start() {
    this.server = http.createServer((ask, answer) => void this.forward(ask, answer))
    await new Promise<void>((resolve) => this.server!.listen(PROXY_PORT, '127.0.0.1', resolve))
  },
  async stop() {
    const closed = new Promise((resolve) => this.server!.close(resolve))
    this.server!.closeAllConnections()
    await closed
  },
  /**
   * Forwards a request to the product. If `build` is `second`, renames the entry file in the HTML. If
   * `hasOfflineMode` is false, switches the offline mode off in the HTML.
   */
  async forward(ask: http.IncomingMessage, answer: http.ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of ask) chunks.push(chunk as Buffer)
    const path = ask.url!.replace('.second.js', '.js')
    if (path.startsWith('/preview'))
      this.previews.push([ask.headers['sec-fetch-site'], ask.headers['sec-fetch-dest']])
    const request = http.request(
      {
        host: '127.0.0.1',
        port: OWN_PORT,
        path,
        method: ask.method!,
        headers: { ...ask.headers, 'accept-encoding': 'identity' },
      },
      (from) => {
        const body: Buffer[] = []
        from.on('data', (chunk: Buffer) => body.push(chunk))
        from.on('end', () => {
          const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...headers } = from.headers
          let bytes = Buffer.concat(body)
          if (headers['content-type']?.startsWith('text/html')) {
            let html = bytes.toString()
            if (this.build === 'second')
              html = html.replaceAll(/(\/assets\/main-[\w-]+)\.js/g, '$1.second.js')
            if (!this.hasOfflineMode) html = html.replace('"offlineMode":true', '"offlineMode":false')
            bytes = Buffer.from(html)
          }
          answer.writeHead(from.statusCode!, headers).end(bytes)
        })
      },
    )
    request.on('error', () => answer.destroy())
    request.end(Buffer.concat(chunks))
  },
}

/** Returns the paths of built files in the service worker's cache. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open('shell')).keys()).map((one) => new URL(one.url).pathname),
  )
const cachedEntries = async (page: Page) =>
  (await cachedPaths(page)).filter((path) => path.startsWith('/assets/main-'))

describeSealed('the service worker shows an offline page', () => {
  const harness = useProduct({ brands: [brand], pagePort: PROXY_PORT, trustsHttpPages: true })
  beforeAll(() => proxy.start())
  beforeEach(() => {
    proxy.build = 'first'
    proxy.hasOfflineMode = true
  })
  afterAll(() => proxy.stop())

  /** Opens the home page. Waits until the service worker controls the page and has filled its cache. */
  async function openControlled(): Promise<Page> {
    const page = await harness.open()
    const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
    await expect.poll(isControlled).toBe(true)
    await expect.poll(async () => (await cachedEntries(page)).length).toBe(1)
    return page
  }

  test('shows the offline page until the network is back', async () => {
    harness.expectConsoleError(/status of 503/)
    const page = await openControlled()
    const appearance = () =>
      page.evaluate(() => {
        const { backgroundColor, fontFamily } = getComputedStyle(document.body)
        return [backgroundColor, fontFamily]
      })
    const before = await appearance()
    await proxy.stop()
    for (const path of ['/', '/youtube-downloader', '/preview?url=x', '/blog']) {
      const answer = path === '/' ? await page.reload() : await page.goto(harness.originOf() + path)
      expect([path, answer?.status()]).toEqual([path, 503])
      expect(await page.title()).toBe('You are offline')
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('You are offline')
      await page.getByText('Check your connection, then try again.').waitFor()
      expect(await appearance()).toEqual(before)
      const { height } = (await page.getByRole('link', { name: 'Try again' }).boundingBox())!
      expect(height).toBeGreaterThanOrEqual(44)
    }
    await page.goto(`${harness.originOf()}/vimeo-downloader`)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await proxy.start()
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Vimeo Downloader' }).waitFor()
    await page.goto(harness.originOf())
    await submitLink(page, 'https://cdn.example/combined-720.mp4')
    expect(await openFormats(page)).not.toEqual([])
  })

  test('keeps the Sec-Fetch headers of a preview', async () => {
    const page = await openControlled()
    const preview = `${harness.originOf()}/preview?title=Film`
    const notice = page.getByText('Shared with you.')
    const follow = () =>
      page.evaluate((url) => {
        const link = document.createElement('a')
        link.href = url
        document.body.append(link)
        link.click()
      }, preview)

    proxy.previews = []
    // `goto` opens the preview as if the visitor typed its URL into the address bar.
    await page.goto(preview)
    await notice.waitFor()
    expect(proxy.previews).toEqual([['none', 'document']])

    // The test opens a page at the product's IP address and follows a link to the preview on the brand's
    // domain. This navigation is cross-site, because the browser treats the IP address and the domain as two
    // sites.
    proxy.previews = []
    await page.goto(`${harness.address}/blog`)
    await follow()
    await page.waitForURL(preview)
    await notice.waitFor()
    expect(proxy.previews).toEqual([['cross-site', 'document']])

    proxy.previews = []
    await page.goto(`${harness.originOf()}/blog`)
    await follow()
    await page.waitForURL(preview)
    await page.getByRole('heading', { level: 1, name: 'Film' }).waitFor()
    expect(await notice.count()).toBe(0)
    expect(proxy.previews).toEqual([['same-origin', 'document']])
  })

  test('replaces the files of the previous build', async () => {
    harness.expectConsoleError(/status of 503/)
    // For the second build, the proxy renames the entry file in the HTML to `main-*.second.js`, but the other
    // chunks still import `main-*.js`. So the page runs two copies of the entry file. Each copy has its own
    // React context `PageDataContext`, so the page logs the error "outside of Root", and each copy registers
    // the offline worker.
    harness.expectConsoleError(/outside of Root|TrustedTypePolicy named 'offline-worker'/)
    const page = await openControlled()
    const [first] = await cachedEntries(page)
    proxy.build = 'second'
    await page.goto(harness.originOf())
    await expect.poll(() => cachedEntries(page)).toEqual([first!.replace('.js', '.second.js')])
    await proxy.stop()
    await page.goto(`${harness.originOf()}/blog`)
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await proxy.start()
  })

  test('disappears when the brand switches it off', async () => {
    const page = await openControlled()
    proxy.hasOfflineMode = false
    await page.goto(`${harness.originOf()}/blog`)
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(registrations).toBe(0)
    const hasCache = () => page.evaluate(() => caches.has('shell'))
    await expect.poll(hasCache).toBe(false)
    // The service worker still controls this page, but it does not cache files any more.
    await page.evaluate(async () => await (await fetch('/assets/offline-worker.js')).text())
    expect(await hasCache()).toBe(false)
  })
})
