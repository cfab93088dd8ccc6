import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useProduct } from '../lib/harness.ts'
import { choose, hydrated, linkField, openFormats, plays, ready, save, submitLink } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

// Tests the pages in a browser that blocks every host except our own, and in a browser without JavaScript.

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'

/** One path for every kind of page. */
const kinds =
  `/ /youtube-downloader /x-gif-downloader /soundcloud-downloader /xiaoyuzhou-downloader /blog /blog/1 /help-center
  /how-to-download-videos /privacy-policy /terms-of-service /dmca-policy /terms-glossary /cookie-settings
  /preview /nothing-here`.split(/\s+/)

describeSealed('the pages work without any other host', () => {
  const harness = useProduct()

  /** Opens a path and collects the URLs on other hosts that the page requested and the browser blocked. */
  async function open(path: string): Promise<{ page: Page; blocked: string[] }> {
    const blocked: string[] = []
    const page = await harness.open('/preview')
    await page.context().route(
      (url) => url.origin !== harness.address,
      (route) => {
        blocked.push(route.request().url())
        return route.abort('blockedbyclient')
      },
    )
    await page.goto(harness.address + path)
    return { page, blocked }
  }

  test('no kind of page needs a request to another host', async () => {
    harness.expectConsoleError(/status of 404/)
    const { page, blocked } = await open('/')
    for (const path of kinds) {
      await page.goto(harness.address + path)
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      expect([path, blocked]).toEqual([path, []])
    }
  })

  test('plays and saves a merge without other hosts', async () => {
    const { page, blocked } = await open('/youtube-downloader')
    await submitLink(page, LINK)
    await openFormats(page)
    const preview = await choose(page, /^1080p MP4/)
    await ready(preview)
    await plays(preview)
    expect((await save(preview)).bytes.length).toBeGreaterThan(1_000_000)
    expect(blocked).toEqual([])
  })

  test('plays a direct video through our proxy', async () => {
    harness.expectConsoleError(/ERR_BLOCKED_BY_CLIENT/)
    const { page, blocked } = await open('/')
    await submitLink(page, 'https://cdn.example/combined-720.mp4')
    await openFormats(page)
    const preview = await choose(page, /MP4/)
    await expect.poll(() => preview.locator('video').getAttribute('src')).toMatch(/^\/api\/proxied_download/)
    await plays(preview)
    expect(new Set(blocked.map((one) => new URL(one).host))).toEqual(new Set(['cdn.example']))
  })
})

describeSealed('the pages work without JavaScript', () => {
  const harness = useProduct()

  test('every kind of page can be read without JavaScript', async () => {
    harness.expectConsoleError(/status of 404/)
    const page = await harness.open('/', { javaScriptEnabled: false })
    for (const path of kinds) {
      await page.goto(harness.address + path)
      const text = await page.locator('main').innerText()
      const heading = await page.getByRole('heading', { level: 1 }).innerText()
      expect([path, heading.length > 2, text.length > 100]).toEqual([path, true, true])
      // Without scripts the footer must contain links and the accordions must open.
      expect(await page.locator('footer a[href^="/"]').count()).toBeGreaterThan(5)
      const question = page.locator('#faq details').first()
      if ((await question.count()) === 0) continue
      const isOpen = () => question.evaluate((one) => (one as HTMLDetailsElement).open)
      const before = await isOpen()
      await question.locator('summary').click()
      expect([path, await isOpen()]).toEqual([path, !before])
    }
  })

  test('without JavaScript the preview says that it needs JavaScript', async () => {
    const page = await harness.open('/preview?url=x&title=A%20film', { javaScriptEnabled: false })
    // Playwright's switch for JavaScript does not make Chromium render <noscript>, so the test reads the HTML
    // of the element.
    expect(await page.locator('main noscript').innerHTML()).toContain('which needs JavaScript')
  })

  for (const path of ['/', '/youtube-downloader', '/vimeo-to-mp3'])
    test(`submits the form on ${path} without JavaScript`, async () => {
      const plain = await harness.open(path, { javaScriptEnabled: false })
      const link = path.startsWith('/vimeo') ? 'https://vimeo.com/200000001' : LINK
      await linkField(plain).fill(link)
      await plain.getByRole('button', { name: 'Get formats' }).click()
      await plain.waitForURL((url) => url.searchParams.get('url') === link)
      const arrived = new URL(plain.url())
      expect(arrived.pathname).toBe(path)
      expect(await plain.getByRole('heading', { level: 1 }).count()).toBe(1)
      const page = await harness.open(arrived.pathname + arrived.search)
      await expect.poll(() => linkField(page).inputValue()).toBe(link)
      await expect.poll(() => new URL(page.url()).search).toBe('')
      await page.getByRole('button', { name: 'Get formats' }).click()
      expect(await openFormats(page)).not.toEqual([])
    })
})
