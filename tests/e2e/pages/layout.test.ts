import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { describeSealed } from '../../sealed.ts'
import { answerApi } from '../lib/fake-api.ts'
import { useProduct } from '../lib/harness.ts'
import { bestPick, choose, hydrated, openFormats, overflow, ready, submitLink } from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const PHONE = { width: 390, height: 844 }

/**
 * Submits the link of a podcast feed with 10,000 episodes and chooses the episode with the number `item`.
 * Returns the title of the result. In the feed, the titles of episode 2 (CJK) and episode 3 (Arabic) are each
 * about 100 KB long.
 */
async function showHuge(page: Page, item: number): Promise<Locator> {
  await submitLink(page, 'https://podcast.example/huge.xml')
  await openFormats(page)
  await page.getByRole('button', { name: new RegExp(`^Show item ${item},`) }).click()
  await page.locator(`button[value="${item}"][aria-current=true]`).waitFor()
  await page.getByRole('button', { name: 'Get formats' }).waitFor()
  return page.locator('#result')
}

/** Returns the number of text lines in an element. */
const linesIn = (element: Locator): Promise<number> =>
  element.evaluate(
    (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
  )

describeSealed('the layout stays correct with unusual content', () => {
  const harness = useProduct()

  test('cuts a title of 300 characters to two lines', async () => {
    const page = await harness.open('/', { viewport: PHONE })
    const title = await showHuge(page, 2)
    expect(Math.round(await linesIn(title))).toBe(2)
    // CJK text needs a larger line height than Latin text.
    const leading = await title.evaluate(
      (one) =>
        Number.parseFloat(getComputedStyle(one).lineHeight) /
        Number.parseFloat(getComputedStyle(one).fontSize),
    )
    expect(leading).toBeGreaterThanOrEqual(1.3)
    await page.getByRole('button', { name: 'Show more of the title' }).click()
    expect(await linesIn(title)).toBeGreaterThan(4)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('cuts a title that needs three lines, and only such a one', async () => {
    const viewport = { width: 320, height: 800 }
    const page = await harness.open('/', { viewport, prepare: (context) => answerApi(context) })
    await submitLink(page, LINK)
    await bestPick(page).waitFor()
    expect(Math.round(await linesIn(page.locator('#result')))).toBe(2)
    const more = page.getByRole('button', { name: 'Show more of the title' })
    expect(await more.count()).toBe(1)
    await page.setViewportSize({ width: 1_280, height: 800 })
    await expect.poll(() => more.count()).toBe(0)
  })

  test('writes an Arabic title from right to left', async () => {
    const page = await harness.open()
    const title = await showHuge(page, 3)
    const isFromRight = (one: Locator) => one.evaluate((element) => element.matches(':dir(rtl)'))
    expect(await isFromRight(title)).toBe(true)
    expect(
      await isFromRight(page.getByRole('list', { name: 'Items' }).locator('li:nth-child(3) [dir=auto]')),
    ).toBe(true)
    const preview = await choose(page, /^MP3 ?,/)
    expect(await isFromRight(preview.locator('h1'))).toBe(true)
    expect(await overflow(preview)).toBeLessThanOrEqual(0)
  })

  test('shows the size of an image and no audio icon', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://x.com/maker/status/1002')
    expect(await openFormats(page)).toEqual([expect.stringMatching(/^\d+ × \d+ JPG/)])
    expect(await page.getByRole('heading', { name: 'Image' }).count()).toBe(1)
    await page.goto(harness.address)
    await submitLink(page, 'https://streams.example/hls/master.m3u8')
    await bestPick(page).waitFor()
    expect(await page.locator('section use[href$="#sound"]').count()).toBe(0)
  })

  test('keeps the formats in sight at 400 px', async () => {
    const page = await harness.open('/', { viewport: { width: 640, height: 400 } })
    await submitLink(page, LINK)
    await bestPick(page).waitFor()
    const box = await page.locator('section img').first().boundingBox()
    expect(box!.height).toBeLessThanOrEqual(140)
  })

  test('uses tabular digits only for figures', async () => {
    const page = await harness.open()
    const digits = (elements: Locator) =>
      elements.evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).fontVariantNumeric))])
    expect(await digits(page.locator('h1, h2, p'))).toEqual(['normal'])
    await submitLink(page, LINK)
    const preview = await choose(page, /^720p MP4/)
    await ready(preview)
    expect(await digits(preview.getByRole('timer'))).toEqual(['tabular-nums'])
    expect(await digits(preview.locator('dd'))).toEqual(['tabular-nums'])
    expect(await digits(preview.locator('h1, h2'))).toEqual(['normal'])
  })

  test('tells the picked quality from a hovered one', async () => {
    const page = await harness.open()
    await submitLink(page, LINK)
    await bestPick(page).waitFor()
    const chips = page.getByRole('group', { name: /^Quality/ }).locator('label')
    const color = (at: number) => chips.nth(at).evaluate((chip) => getComputedStyle(chip).backgroundColor)
    await chips.nth(1).click()
    const [plain, picked] = [await color(0), await color(1)]
    await chips.nth(0).hover()
    expect(await color(0)).toBe(plain)
    expect(plain).not.toBe(picked)
  })

  test.each(['/', '/youtube-downloader'])('%s on a phone moves nothing below an error', async (path) => {
    const page = await harness.open(path, { viewport: PHONE })
    await hydrated(page)
    const top = () =>
      page
        .locator('#features, main section >> nth=1')
        .first()
        .evaluate((one) => one.getBoundingClientRect().top + scrollY)
    const before = await top()
    await submitLink(page, 'a good song')
    await page.getByRole('alert').filter({ hasText: /valid/ }).waitFor()
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
  })

  test('offers no report while offline', async () => {
    harness.expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|no answer|Unable to preload/)
    const page = await harness.open()
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Link to a video, song or episode').focus()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await submitLink(page, LINK)
    await page.getByRole('alert').filter({ hasText: 'You are offline' }).waitFor()
    expect(await page.getByRole('link', { name: 'Report this link' }).count()).toBe(0)
  })

  test('has a form at an unknown path', async () => {
    harness.expectConsoleError(/404/)
    const page = await harness.open('/youtube-mp3-best')
    await page.getByLabel('Link to a video, song or episode').fill(LINK)
    await page.getByRole('button', { name: 'Get formats' }).click()
    await bestPick(page).waitFor()
  })

  test('says how long a QR code works', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://cdn.example/combined-720.mp4')
    const preview = await choose(page, /^720p MP4/)
    await preview.getByRole('button', { name: /phone/i }).click()
    const dialog = preview.getByRole('dialog')
    await dialog.getByText(/^The code works for \d+ days/).waitFor()
    await dialog.getByRole('img', { name: /^Code for / }).waitFor()
    const gaps = await dialog.evaluate((one) => {
      const boxes = [...one.children].map((child) => child.getBoundingClientRect())
      return boxes.slice(1).map((box, at) => Math.round(box.top - boxes[at]!.bottom))
    })
    for (const gap of gaps) {
      expect(gap, gaps.join()).toBeGreaterThanOrEqual(6)
      expect(gap, gaps.join()).toBeLessThanOrEqual(24)
    }
  })

  test('helps to find an article or a term', async () => {
    const page = await harness.open('/blog', { waitUntil: 'networkidle' })
    const articles = page.getByRole('link', { name: 'Read Full Article' })
    expect(await articles.count()).toBe(3)
    expect((await page.locator('main').boundingBox())!.height).toBeLessThan(2_000)
    await page.goto(`${harness.address}/terms-glossary`, { waitUntil: 'networkidle' })
    await page.getByRole('searchbox').fill('xyzzy')
    await page.getByText('Try another word').waitFor()
    await page.getByRole('searchbox').fill('codec')
    await page.getByRole('heading', { name: 'Codec' }).waitFor()
  })

  test('keeps the Download button near on a phone', async () => {
    const page = await harness.open('/', { viewport: PHONE })
    await submitLink(page, LINK)
    const preview = await choose(page, /^720p MP4/)
    await ready(preview)
    const last = preview.getByRole('button', { name: 'Delete now' })
    const button = preview.getByRole('link', { name: /^Download/ })
    const [above, below] = [await last.boundingBox(), await button.boundingBox()]
    expect(below!.y - above!.y - above!.height).toBeLessThanOrEqual(95)
  })

  test("lists help and cookie settings in the phone's menu", async () => {
    const page = await harness.open('/', { viewport: PHONE })
    await hydrated(page)
    const buttons = await page
      .getByRole('banner')
      .getByRole('button')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one).borderTopWidth),
      )
    expect(buttons).toEqual(['1px', '1px'])
    await page.getByRole('button', { name: 'Menu' }).click()
    for (const name of ['Help Center', 'Cookie Settings'])
      await page.locator('#menu').getByRole('link', { name }).waitFor()
  })
})
