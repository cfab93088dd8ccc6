import fs from 'node:fs'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { filesInZip } from '../../zip.ts'
import { probe } from '../lib/inspect-file.ts'
import { useProduct } from '../lib/harness.ts'
import {
  choose,
  downloadOf,
  openFormats,
  overflow,
  ready,
  save,
  screenshot,
  submitLink,
  waitForAlert,
} from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

const items = (page: Page): Locator => page.getByRole('list', { name: 'Items' }).getByRole('listitem')
const shown = (page: Page): Locator => items(page).locator('button[aria-current=true]')

/** Selects an item of a list and waits until the page shows the item's formats. */
async function pick(page: Page, index: number): Promise<void> {
  await items(page)
    .nth(index - 1)
    .getByRole('button')
    .click()
  await expect.poll(() => shown(page).innerText(), { timeout: 35_000 }).toContain(`${index}. `)
  await openFormats(page)
}

/**
 * Presses the button that saves all pictures. Returns the files in the zip archive, and the message on the
 * page.
 */
async function saveAll(page: Page) {
  const button = page.getByRole('button', { name: /^Save all \d+ pictures$/ })
  const download = await downloadOf(page, () => button.click())
  const told = page.getByRole('status').filter({ hasText: 'in the file' })
  await told.waitFor()
  const files = filesInZip(fs.readFileSync(await download.path()))
  return { name: download.suggestedFilename(), files, told: await told.innerText() }
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff])

describeSealed('a visitor can select the items of a post, a feed or a list', () => {
  const harness = useProduct({ blocked: ['https://youtu.be/blockedvid0'] })

  test('saves the items of a carousel one by one or at once', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://www.instagram.com/p/SealedPost3/')
    await openFormats(page)
    expect(await items(page).count()).toBe(4)
    expect(await shown(page).innerText()).toMatch(/2\. Video/)
    await screenshot(page, 'entries')

    await pick(page, 3)
    expect(await openFormats(page)).toEqual([expect.stringMatching(/^1280 × 720 JPG/)])
    await pick(page, 4)
    const { files, name, told } = await saveAll(page)
    expect([...files.keys()]).toEqual(['001.jpg', '003.jpg'])
    for (const bytes of files.values()) expect(Buffer.from(bytes.subarray(0, 3))).toEqual(JPEG)
    expect(name).toMatch(/_pictures\.zip$/)
    expect(told).toBe('All 2 pictures are in the file.')

    await pick(page, 2)
    const preview = await choose(page, /^720p MP4/)
    await ready(preview)
    const saved = await save(preview)
    expect((await probe(saved.path, saved.bytes)).kinds).toEqual(['video', 'audio'])
  })

  test('names the picture that a zip lacks', async () => {
    harness.expectConsoleError(/status of (4|5)\d\d/)
    const page = await harness.open()
    await submitLink(page, 'https://www.instagram.com/p/SealedPost4/')
    await openFormats(page)
    const link = page.getByRole('link', { name: 'Save picture 3, 1280 × 720 JPG' })
    const download = await downloadOf(page, () => link.click())
    expect(download.suggestedFilename()).toMatch(/_3\.jpg$/)
    expect(fs.readFileSync(await download.path()).subarray(0, 3)).toEqual(JPEG)

    const { files, told } = await saveAll(page)
    expect([...files.keys()]).toEqual(['001.jpg', '003.jpg'])
    expect(told).toMatch(/^2 of 3 pictures are in the file\. Picture 2 could not be loaded\./)
  })

  test('shows the formats of the third episode', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://podcast.example/feed.xml')
    await openFormats(page)
    expect(await shown(page).innerText()).toContain('The newest episode')
    await pick(page, 3)
    expect(await page.locator('#result').innerText()).toBe('The third one')
  })

  test('keeps the list after a private video', async () => {
    harness.expectConsoleError(/status of 403|private/)
    const page = await harness.open()
    await submitLink(page, 'https://www.youtube.com/playlist?list=PLsealed00000')
    await openFormats(page)
    expect(await shown(page).innerText()).toContain('The second one')
    await items(page).first().getByRole('button').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^This item is private/ })
      .waitFor({ timeout: 35_000 })
    expect(await items(page).count()).toBe(3)
    await pick(page, 3)
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
  })

  test('says that the first videos are private', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://www.youtube.com/playlist?list=PLprivate0000')
    expect(await waitForAlert(page)).toMatch(/^Item 3: This item is private/)
    await page.getByRole('heading', { name: 'A made-up playlist' }).waitFor()
    expect(await items(page).count()).toBe(5)
    expect(await shown(page).count()).toBe(0)
    expect(await page.getByRole('link', { name: /opens preview|saves the file/ }).count()).toBe(0)
    await screenshot(page, 'entries-failed')
    await pick(page, 5)
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
    const preview = await choose(page, /^720p MP4/)
    await ready(preview)
    expect((await save(preview)).name).toMatch(/\.mp4$/)
  })

  test('picks from a YouTube playlist after a reload', async () => {
    const page = await harness.open('/vimeo-downloader')
    await submitLink(page, 'https://www.youtube.com/playlist?list=PLsealed00000')
    await page.getByRole('link', { name: 'Get its formats' }).click()
    await openFormats(page)
    await page.reload()
    await openFormats(page)
    await pick(page, 3)
    expect(await items(page).count()).toBe(3)
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
  })

  test('lists the posts that an article embeds', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://video.example/watch/posts')
    await openFormats(page)
    expect(await items(page).count()).toBe(2)
    expect(await items(page).locator('use[href$="#sound"]').count()).toBe(0)
    await pick(page, 2)
  })

  test('says that a video of the list is blocked', async () => {
    harness.expectConsoleError(/status of 451|blocked after a complaint/)
    const page = await harness.open()
    await submitLink(page, 'https://www.youtube.com/playlist?list=PLblocked0000')
    expect(await waitForAlert(page)).toMatch(/^Item 1: This item was blocked after a complaint/)
    expect(await items(page).count()).toBe(3)
    await pick(page, 2)
    await ready(await choose(page, /^720p MP4/))
    await items(page).nth(2).getByRole('button').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^This item was blocked after a complaint/ })
      .waitFor({ timeout: 35_000 })
    expect(await items(page).count()).toBe(3)
    expect(await shown(page).innerText()).toContain('The second one')
  })

  test('picks an item with the keyboard', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://x.com/maker/status/1004')
    await openFormats(page)
    // `openFormats` opens the list of formats and so moves the focus to this list. The items of the post come
    // earlier in the tab order, so the test presses Shift+Tab.
    const second = items(page).nth(1).getByRole('button')
    for (let presses = 0; presses < 15; presses++) {
      await page.keyboard.press('Shift+Tab')
      if (await second.evaluate((button) => button === document.activeElement)) break
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => shown(page).innerText(), { timeout: 35_000 }).toContain('2. Video')
  })

  test('shows 100 of 10,000 long episodes', async () => {
    const page = await harness.open()
    await page.setViewportSize({ width: 390, height: 844 })
    await submitLink(page, 'https://podcast.example/huge.xml')
    await openFormats(page)
    expect(await items(page).count()).toBe(100)
    expect(await page.getByRole('heading', { name: /^The first 100 of 10000 items/ }).count()).toBe(1)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await screenshot(page, 'entries-huge')
    await pick(page, 2)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})
