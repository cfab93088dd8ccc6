import fs from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { fallbackBrand, type Brand } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { setBrandStage } from './brand-stage.ts'
import { grantFor, GRANT_KEYS } from './grants.ts'
import { foreignMarkup, trap, type Caught } from './trap.ts'
import { choose, formats, paste, plays, ready } from './visit.ts'
import { describeSealed } from '../sealed.ts'

// Pages whose addresses are made to run a script of somebody else's, and pages of every day: no script but our own
// ever runs, and the policy of the page never has to step in.

type Entry = { name: string; input: unknown }
const { groups } = JSON.parse(fs.readFileSync(`${root}/tests/corpus/bad-inputs.json`, 'utf8')) as {
  groups: Record<string, Entry[]>
}
const expanded = (text: string) =>
  text.replace(/\{\{repeat:(.*?):(\d+)\}\}/gs, (_, what: string, times: string) => what.repeat(Number(times)))
const everyOf = (group: string): Entry[] => groups[group]!
/** Of the corpus; each is the query of /preview. */
const previews = everyOf('GET /preview').map(({ name, input }) => [name, expanded(String(input))] as const)
/** Of the corpus; those that are a body of their own, not a story of how to send one. */
const shares = everyOf('POST /api/shorten-preview').flatMap(({ name, input }) =>
  input !== null && typeof input === 'object' ? [[name, input as Record<string, unknown>] as const] : [],
)

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

/** Decision 010: a link of media that somebody made up is played as media, and only so. */
const strangersOf = (name: string) =>
  name === 'merge url inside a query' ? ['https://evil.test/?x=/api/download/start-merge'] : []

/** A page that still is one: it says what it is, and the way to the homepage works. */
async function isUsable(page: Page): Promise<void> {
  expect((await page.locator('h1').first().innerText()).trim()).not.toBe('')
  await page.getByRole('link', { name: brand.branding.name }).first().click()
  await page.getByLabel('Link to a video, song or episode').waitFor()
}

describeSealed('pages that somebody else has made up', () => {
  const stage = setBrandStage(9_652, brand, { GRANT_KEYS })

  test('the traps are set: a script, a handler and a link that should not run are all noticed', async () => {
    let caught: Caught | undefined
    const page = await stage.open('/', {}, async (context) => {
      caught = await trap(context)
    })
    stage.expectNoise(/Content Security Policy/)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.__xss = 1'
      document.body.append(script)
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src=x onerror="window.__xss=1"><a href="javascript:alert(1)">x</a>',
      )
    })
    await expect.poll(() => caught?.breaches.length).toBeGreaterThanOrEqual(2)
    expect(caught?.breaches.join()).toMatch(/script-src/)
    expect(caught?.ran).toEqual([])
    expect(await foreignMarkup(page)).toHaveLength(4)
    // The same without the policy: then it runs, and that is noticed, too.
    await page.evaluate(() => ((window as unknown as { __xss: number }).__xss = 1))
    await page.evaluate(() => window.alert('x'))
    await expect.poll(() => caught?.ran.length).toBe(2)
  })

  test.each(previews)('preview of the corpus: %s', async (name, query) => {
    let caught: Caught | undefined
    // The sources named there do not exist, and no ticket is true.
    stage.expectNoise(/Failed to load resource|^Failure: /)
    const page = await stage.open(`/preview?${query}`, {}, async (context) => {
      caught = await trap(context)
    })
    await page.waitForLoadState('networkidle')
    expect(await foreignMarkup(page)).toEqual([])
    expect(caught).toEqual({ ran: [], breaches: [], strangers: strangersOf(name) })
    const status = await page.evaluate(
      () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStatus,
    )
    // An address this long is refused in front of us.
    if (name === 'title 100 KB') expect([414, 431]).toContain(status)
    else {
      expect(status).toBe(200)
      await isUsable(page)
    }
  })

  const link = 'https://media.test/v.mp4'
  /** Shares by our own page; the answer's short address, or nothing where the share was refused. */
  const share = (page: Page, body: unknown): Promise<{ status: number; path: string | null }> =>
    page.evaluate(async (sent) => {
      const answer = await fetch('/api/shorten-preview', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      })
      const said = (await answer.json()) as { short_url?: string }
      return { status: answer.status, path: said.short_url ? new URL(said.short_url).pathname : null }
    }, body)
  /** Every share of the corpus, and every preview of it as a share, with a true grant where there is a link of media. */
  const shared = [
    ...shares,
    ...previews
      .filter(([name, query]) => query.includes(link) && !/100 KB|repeated/.test(name))
      .map(([name, query]) => [name, Object.fromEntries(new URLSearchParams(query))] as const),
  ]

  test('shares of the corpus: by a short link, and by an address made by hand', async () => {
    expect(shared.length).toBeGreaterThan(15)
    let caught: Caught | undefined
    stage.expectNoise(/Failed to load resource|^Failure: /)
    const page = await stage.open('/', {}, async (context) => {
      caught = await trap(context)
    })
    const granted = `${link}#g=${await grantFor(link)}`
    let opened = 0
    for (const [name, body] of shared) {
      const sent = { ...body, url: body['url'] === link ? granted : body['url'] }
      const { status, path } = await share(page, sent)
      expect([200, 400], name).toContain(status)
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
        expect(await foreignMarkup(page), name).toEqual([])
        expect(caught, name).toEqual({ ran: [], breaches: [], strangers: [] })
      }
      if (path !== null) await isUsable(page)
    }
    expect(opened).toBeGreaterThan(2 * shared.length)
  })

  test(
    'everyday use never touches the policy: pages, statistics and ads, previews of every kind',
    { timeout: 480_000 },
    async () => {
      let caught: Caught | undefined
      const asked = new Set<string>()
      const page = await stage.open('/', {}, async (context) => {
        caught = await trap(context)
        // Google is played: what its tag would ask for by itself.
        const isGoogle = (url: URL) => /google|doubleclick/.test(url.hostname)
        await context.route(isGoogle, async (route) => {
          const { hostname } = new URL(route.request().url())
          asked.add(hostname)
          const headers = { 'access-control-allow-origin': '*' }
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
        await page.goto(new URL('/', page.url()).href)
        await paste(page, source)
        await formats(page)
        const preview = await choose(page, row)
        await ready(preview)
        await plays(preview)
        await preview.close()
      }
      expect(caught).toEqual({ ran: [], breaches: [], strangers: [] })
    },
  )
})

/** A tag of statistics that sends each event on to where Google collects. */
const TAG = `
  const send = ([what, name]) => what === 'event' && void fetch('https://www.google-analytics.com/g/collect?en=' + name)
  for (const command of window.dataLayer) send(command)
  window.dataLayer.push = function (command) { send(command); return Array.prototype.push.call(this, command) }
`
