import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import { promisify } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandSchema } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { startProduct, type Product } from '../internet/product.ts'
import { formats, paste } from './visit.ts'
import { describeSealed } from '../sealed.ts'

const HOST = 'tidepool.example'
const [PORT, FRONT] = [9_720, 9_721]
const ORIGIN = `http://${HOST}:${FRONT}`
const folder = `${root}/.cache/e2e/offline-${process.pid}`

/** What stands between the browser and the product: it can go away, and show another build or another brand. */
const front = {
  build: 'first' as 'first' | 'second',
  isOffered: true,
  server: null as http.Server | null,
  async start() {
    this.server = http.createServer((ask, answer) => void this.pass(ask, answer))
    await new Promise<void>((resolve) => this.server!.listen(FRONT, '127.0.0.1', resolve))
  },
  async stop() {
    const closed = new Promise((resolve) => this.server!.close(resolve))
    this.server!.closeAllConnections()
    await closed
  },
  /** The second build is the first, its entry under another name. */
  async pass(ask: http.IncomingMessage, answer: http.ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of ask) chunks.push(chunk as Buffer)
    const path = ask.url!.replace('.second.js', '.js')
    const request = http.request(
      {
        host: '127.0.0.1',
        port: PORT,
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
            if (!this.isOffered) html = html.replace('"offlineMode":true', '"offlineMode":false')
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

/** Paths of built files that the worker keeps. */
const kept = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open('shell')).keys()).map((one) => new URL(one.url).pathname),
  )
const entries = async (page: Page) => (await kept(page)).filter((path) => path.startsWith('/assets/main-'))

describeSealed('without a network', () => {
  let product: Product | undefined
  let browser: Browser | undefined

  beforeAll(async () => {
    fs.mkdirSync(folder, { recursive: true })
    const brand = brandSchema.parse(
      JSON.parse(fs.readFileSync(`${root}/docs/brands/tidepool.example.json`, 'utf8')),
    )
    brand.features.offlineMode = true
    fs.writeFileSync(`${folder}/brand.json`, JSON.stringify(brand))
    const put = ['scripts/brand.mjs', 'put', HOST, `${folder}/brand.json`, '--state', `${folder}/state`]
    await promisify(execFile)(process.execPath, put, { cwd: root })
    product = await startProduct({ state: `${folder}/state`, work: `${folder}/work`, port: PORT })
    await front.start()
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
  afterAll(async () => {
    await browser?.close()
    await front.stop()
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  /** A visitor for whom the worker is at work. */
  async function visitor(): Promise<Page> {
    const context = await browser!.newContext()
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    await page.goto(ORIGIN)
    const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
    await expect.poll(isControlled).toBe(true)
    await expect.poll(async () => (await entries(page)).length).toBe(1)
    return page
  }

  test('every page says so and what to do, and works again with it', async () => {
    const page = await visitor()
    const look = () =>
      page.evaluate(() => {
        const { backgroundColor, fontFamily } = getComputedStyle(document.body)
        return [backgroundColor, fontFamily]
      })
    const before = await look()
    await front.stop()
    for (const path of ['/', '/youtube-downloader', '/preview?url=x', '/blog']) {
      const answer = path === '/' ? await page.reload() : await page.goto(ORIGIN + path)
      expect([path, answer?.status()]).toEqual([path, 503])
      expect(await page.title()).toBe('You are offline')
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('You are offline')
      await page.getByText('Check your connection, then try again.').waitFor()
      expect(await look()).toEqual(before)
      const { height } = (await page.getByRole('link', { name: 'Try again' }).boundingBox())!
      expect(height).toBeGreaterThanOrEqual(44)
    }
    await page.goto(`${ORIGIN}/vimeo-downloader`)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await front.start()
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Vimeo Downloader' }).waitFor()
    await page.goto(ORIGIN)
    await paste(page, 'https://cdn.example/combined-720.mp4')
    expect(await formats(page)).not.toEqual([])
  })

  test('a new build takes the place of the one before, and nothing of that stays', async () => {
    const page = await visitor()
    const [first] = await entries(page)
    front.build = 'second'
    await page.goto(ORIGIN)
    await expect.poll(() => entries(page)).toEqual([first!.replace('.js', '.second.js')])
    await front.stop()
    await page.goto(`${ORIGIN}/blog`)
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await front.start()
  })

  test('a brand that switches it off takes it away from those who had it', async () => {
    const page = await visitor()
    front.isOffered = false
    await page.goto(`${ORIGIN}/blog`)
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(registrations).toBe(0)
    const isKept = () => page.evaluate(() => caches.has('shell'))
    await expect.poll(isKept).toBe(false)
    // The worker serves this page to its end, yet keeps nothing any more.
    await page.evaluate(async () => await (await fetch('/assets/offline-worker.js')).text())
    expect(await isKept()).toBe(false)
  })
})
