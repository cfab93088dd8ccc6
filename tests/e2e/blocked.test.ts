import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { choose, formats, paste, plays, ready, save } from './visit.ts'
import { describeSealed } from '../sealed.ts'

// A browser that lets nobody but our own host be asked, and one that runs no script.

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const FIELD = 'Link to a video, song or episode'

/** Every kind of page. */
const kinds =
  `/ /youtube-downloader /x-gif-downloader /soundcloud-downloader /xiaoyuzhou-downloader /blog /blog/1 /help-center
  /how-to-download-videos /privacy-policy /terms-of-service /dmca-policy /terms-glossary /cookie-settings
  /preview /nothing-here`.split(/\s+/)

describeSealed('with every other host blocked', () => {
  const stage = setStage()

  /** A page at a path, and the addresses elsewhere that its tab asked for in vain. */
  async function open(path: string): Promise<{ page: Page; refused: string[] }> {
    const refused: string[] = []
    const page = await stage.open('/preview')
    await page.context().route(
      (url) => url.origin !== stage.address,
      (route) => {
        refused.push(route.request().url())
        return route.abort('blockedbyclient')
      },
    )
    await page.goto(stage.address + path)
    return { page, refused }
  }

  test('every kind of page comes to life and asks for nothing there', async () => {
    stage.expectNoise(/status of 404/)
    const { page, refused } = await open('/')
    for (const path of kinds) {
      await page.goto(stage.address + path)
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
      )
      await page.waitForLoadState('networkidle')
      expect([path, refused]).toEqual([path, []])
    }
  })

  test('a link still becomes a file that plays and is saved', async () => {
    const { page, refused } = await open('/youtube-downloader')
    await paste(page, LINK)
    await formats(page)
    const preview = await choose(page, /^1080p MP4/)
    await ready(preview)
    await plays(preview)
    expect((await save(preview)).bytes.length).toBeGreaterThan(1_000_000)
    expect(refused).toEqual([])
  })

  test('a film that would come straight from its source comes through us', async () => {
    stage.expectNoise(/ERR_BLOCKED_BY_CLIENT/)
    const { page, refused } = await open('/')
    await paste(page, 'https://cdn.example/combined-720.mp4')
    await formats(page)
    const preview = await choose(page, /MP4/)
    await expect
      .poll(() => preview.locator('video').getAttribute('src'), { timeout: 10_000 })
      .toMatch(/^\/api\/proxied_download/)
    await plays(preview)
    expect(new Set(refused.map((one) => new URL(one).host))).toEqual(new Set(['cdn.example']))
  })
})

describeSealed('without JavaScript', () => {
  const stage = setStage()

  test('every kind of page reads', async () => {
    stage.expectNoise(/status of 404/)
    const page = await stage.open('/', { javaScriptEnabled: false })
    for (const path of kinds) {
      await page.goto(stage.address + path)
      const words = await page.locator('main').innerText()
      const heading = await page.getByRole('heading', { level: 1 }).innerText()
      expect([path, heading.length > 2, words.length > 100]).toEqual([path, true, true])
      // The way on: menus are links, and what opens does so by itself.
      expect(await page.locator('footer a[href^="/"]').count()).toBeGreaterThan(5)
      const question = page.locator('#faq details').first()
      if ((await question.count()) === 0) continue
      const isOpen = () => question.evaluate((one) => (one as HTMLDetailsElement).open)
      const before = await isOpen()
      await question.locator('summary').click()
      expect([path, await isOpen()]).toEqual([path, !before])
    }
  })

  test('the preview says that it needs JavaScript', async () => {
    const page = await stage.open('/preview?url=x&title=A%20film', { javaScriptEnabled: false })
    // Switched off from outside, Chromium draws no <noscript>; that it stands in the page is what can be seen.
    expect(await page.locator('main noscript').innerHTML()).toContain('which needs JavaScript')
  })

  for (const path of ['/', '/youtube-downloader', '/vimeo-to-mp3'])
    test(`the form of ${path} arrives, and a page with JavaScript goes on with it`, async () => {
      const plain = await stage.open(path, { javaScriptEnabled: false })
      const link = path.startsWith('/vimeo') ? 'https://vimeo.com/200000001' : LINK
      await plain.getByLabel(FIELD).fill(link)
      await plain.getByRole('button', { name: 'Get formats' }).click()
      await plain.waitForURL((url) => url.searchParams.get('url') === link)
      const arrived = new URL(plain.url())
      expect(arrived.pathname).toBe(path)
      expect(await plain.getByRole('heading', { level: 1 }).count()).toBe(1)
      const page = await stage.open(arrived.pathname + arrived.search)
      await expect.poll(() => page.getByLabel(FIELD).inputValue(), { timeout: 10_000 }).toBe(link)
      await expect.poll(() => new URL(page.url()).search).toBe('')
      await page.getByRole('button', { name: 'Get formats' }).click()
      expect(await formats(page)).not.toEqual([])
    })
})
