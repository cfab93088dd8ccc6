import fs from 'node:fs'
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { fallbackBrand, type Brand } from '#contract/brand.ts'
import { root } from '../../internet/cache.ts'
import { useProduct } from '../lib/harness.ts'
import { grantFor } from '../lib/grants.ts'
import { injectedMarkup, trapScripts, type Caught } from '../lib/script-trap.ts'
import { choose, openFormats, plays, ready, submitLink } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

// Some tests open pages whose URLs try to inject a script. Another test uses the pages as a normal visitor
// does. Both kinds of test check that no injected script runs and that the pages do not violate the
// Content-Security-Policy.

type Entry = { name: string; input: unknown }
const { groups } = JSON.parse(fs.readFileSync(`${root}/tests/corpus/bad-inputs.json`, 'utf8')) as {
  groups: Record<string, Entry[]>
}
const expandRepeats = (text: string) =>
  text.replace(/\{\{repeat:(.*?):(\d+)\}\}/gs, (_, repeated: string, times: string) =>
    repeated.repeat(Number(times)),
  )
const everyOf = (group: string): Entry[] => groups[group]!
/** The name and the query string of each hostile preview URL in the corpus. */
const previews = everyOf('GET /preview').map(
  ({ name, input }) => [name, expandRepeats(String(input))] as const,
)
const link = 'https://media.test/v.mp4'
/** A short link of it can be made. Very long queries and repeated parameters are left out. */
const isShareable = ([name, query]: readonly [string, string]) =>
  query.includes(link) && !/100 KB|repeated/.test(name)
/**
 * The corpus contains hostile requests that create short links. This list has the name and the JSON body of
 * each of these requests, except those whose `input` is null or a text.
 */
const shortLinkBodies = everyOf('POST /api/shorten-preview').flatMap(({ name, input }) =>
  input !== null && typeof input === 'object' ? [[name, input as Record<string, unknown>] as const] : [],
)

/**
 * Names of the requests in `shortLinkBodies` that the edge must refuse with status 400. The edge must accept
 * all other requests in `shortLinkBodies`.
 */
const REFUSED_SHARES = new Set([
  'url number',
  'url object',
  'data url',
  'userinfo url',
  'url to another short link',
  'source_url javascript',
  'is_audio odd value',
  'is_audio not boolean',
  'filesize negative',
  'format id option',
  'tracking/ad injection',
])

const own = fallbackBrand('trap.example')
const brand: Brand = {
  ...own,
  analytics: {
    trackingEnabled: true,
    googleAnalyticsId: 'G-TRAP12345',
    adsenseClientId: 'ca-pub-1234567890123456',
    adSlots: { responsive: '1234567890' },
  },
  features: { ...own.features, consentFeature: true },
}

/** Checks that the page has a heading and a working link to the home page. */
async function expectUsable(page: Page): Promise<void> {
  expect((await page.locator('h1').first().innerText()).trim()).not.toBe('')
  await page.getByRole('link', { name: brand.branding.name }).first().click()
  await page.getByLabel('Link to a video, song or episode').waitFor()
}

describeSealed('a page with a hostile URL runs no injected script', () => {
  const harness = useProduct({ brands: [brand] })
  /** Opens a path in a new browser context, in which the detector of injected scripts runs from the start. */
  const openTrapped = async (path: string, prepare?: (context: BrowserContext) => Promise<void>) => {
    const caught: Caught = { ran: [], violations: [], attackerUrls: [] }
    const page = await harness.open(path, {
      prepare: async (context) => {
        await trapScripts(context, caught)
        await prepare?.(context)
      },
    })
    return { page, caught }
  }

  test('notices each kind of injected script', async () => {
    const { page, caught } = await openTrapped('/')
    harness.expectConsoleError(/Content Security Policy/)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.__xss = 1'
      document.body.append(script)
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src=x onerror="window.__xss=1"><a href="javascript:alert(1)">x</a>',
      )
    })
    await expect.poll(() => caught.violations.length).toBeGreaterThanOrEqual(2)
    expect(caught.violations.join()).toMatch(/script-src/)
    expect(caught.ran).toEqual([])
    expect(await injectedMarkup(page)).toHaveLength(4)
    // The detector must also find scripts that the Content-Security-Policy does not block. The next two lines
    // run such scripts.
    await page.evaluate(() => ((window as unknown as { __xss: number }).__xss = 1))
    await page.evaluate(() => window.alert('x'))
    await expect.poll(() => caught.ran.length).toBe(2)
  })

  const unshared = previews.filter((preview) => !isShareable(preview))
  test.each(unshared)('runs no script of its URL in a preview (corpus: %s)', async (name, query) => {
    // These errors are expected: the hostile URLs contain no valid permission (grant or ticket), so the
    // edge refuses to serve their media and to start their merges.
    harness.expectConsoleError(/Failed to load resource|^Failure: /)
    const { page, caught } = await openTrapped(`/preview?${query}`)
    await page.waitForLoadState('networkidle')
    expect(await injectedMarkup(page)).toEqual([])
    expect(caught).toEqual({ ran: [], violations: [], attackerUrls: [] })
    const status = await page.evaluate(
      () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStatus,
    )
    // Cloudflare refuses a URL of this length before the Worker receives it.
    if (name === 'title 100 KB') expect(status).toBe(414)
    else {
      expect(status).toBe(200)
      await expectUsable(page)
    }
  })

  /** Requests a short link from inside the page. `path` is null if the edge refuses the request. */
  const share = (page: Page, body: unknown): Promise<{ status: number; path: string | null }> =>
    page.evaluate(async (shareBody) => {
      const answer = await fetch('/api/shorten-preview', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(shareBody),
      })
      const made = (await answer.json()) as { short_url?: string }
      return { status: answer.status, path: made.short_url ? new URL(made.short_url).pathname : null }
    }, body)
  /**
   * The names and the bodies of hostile requests for a short link. The bodies come from two lists:
   * - `shortLinkBodies`: all bodies, unchanged.
   * - `previews`: the shareable query strings. The query parameters become the fields of a body.
   *
   * If the field `url` of a body is equal to the constant `link`, the test below adds a valid grant (the
   * edge's permission to request this URL).
   */
  const allShortLinkBodies = [
    ...shortLinkBodies,
    ...previews
      .filter(isShareable)
      .map(([name, query]) => [name, Object.fromEntries(new URLSearchParams(query))] as const),
  ]

  test('runs no script in a hostile preview', async () => {
    expect(allShortLinkBodies.length).toBeGreaterThan(15)
    harness.expectConsoleError(/Failed to load resource|^Failure: /)
    const { page, caught } = await openTrapped('/')
    const granted = `${link}#g=${await grantFor(link)}`
    let opened = 0
    for (const [name, body] of allShortLinkBodies) {
      const sent = { ...body, url: body['url'] === link ? granted : body['url'] }
      const { status, path } = await share(page, sent)
      expect(status, name).toBe(REFUSED_SHARES.has(name) ? 400 : 200)
      const texts = Object.entries(sent).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ])
      const [query, grant] = [new URLSearchParams(texts), new URL(granted).hash]
      query.set('url', (query.get('url') ?? '').split('#')[0] ?? '')
      for (const address of [path, `/preview?${query.toString()}`, `/preview?${query.toString()}${grant}`]) {
        if (address === null) continue
        opened++
        await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' })
        expect(new URL(page.url()).pathname, name).toBe('/preview')
        expect(await injectedMarkup(page), name).toEqual([])
        expect(caught, name).toEqual({ ran: [], violations: [], attackerUrls: [] })
      }
      if (path !== null) await expectUsable(page)
    }
    expect(opened).toBeGreaterThan(2 * allShortLinkBodies.length)
  })

  test('never violates the CSP in normal use', { timeout: 480_000 }, async () => {
    const asked = new Set<string>()
    const { page, caught } = await openTrapped('/', async (context) => {
      // The test intercepts and answers all requests to Google.
      const isGoogle = (url: URL) => /google|doubleclick/.test(url.hostname)
      await context.route(isGoogle, async (route) => {
        const { hostname } = new URL(route.request().url())
        asked.add(hostname)
        const headers = { 'access-control-allow-origin': '*' }
        // The page gets a stub instead of Google's tag. Like the tag, the stub sends events to
        // www.google-analytics.com.
        const body = hostname === 'www.googletagmanager.com' ? TAG : ''
        await route.fulfill({ contentType: 'text/javascript', headers, body })
      })
    })
    await page.getByRole('button', { name: 'Accept All' }).click()
    for (const path of [
      '/',
      '/youtube-downloader',
      '/podcast-downloader',
      '/blog',
      '/blog/1',
      '/cookie-settings',
      '/help-center',
      '/dmca-policy',
    ])
      await page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })
    expect([...asked].toSorted()).toEqual(
      expect.arrayContaining([
        'pagead2.googlesyndication.com',
        'www.google-analytics.com',
        'www.googletagmanager.com',
      ]),
    )
    const kinds: [link: string, row: RegExp][] = [
      ['https://cdn.example/combined-720.mp4', /^720p MP4|MP4/],
      ['https://www.youtube.com/watch?v=sealedvid00', /^1080p MP4/],
      ['https://www.tiktok.com/@maker/video/7000000000000000001', /MP4/],
      ['https://streams.example/hls/master.m3u8', /MP4/],
      ['https://podcast.example/feed.xml', /opens preview/],
    ]
    for (const [source, row] of kinds) {
      // A new history entry: a reload of the same one restores its link while the next one is being typed.
      await page.goto(new URL('/blog', page.url()).href)
      await page.goto(new URL('/', page.url()).href)
      await submitLink(page, source)
      await openFormats(page)
      const preview = await choose(page, row)
      await ready(preview)
      await plays(preview)
      await preview.close()
    }
    expect(caught).toEqual({ ran: [], violations: [], attackerUrls: [] })
  })
})

/** Stub of Google's tag: it sends each event to the URL at which Google collects events. */
const TAG = `
  const send = ([command, name]) => command === 'event' && void fetch('https://www.google-analytics.com/g/collect?en=' + name)
  for (const command of window.dataLayer) send(command)
  window.dataLayer.push = function (command) { send(command); return Array.prototype.push.call(this, command) }
`
