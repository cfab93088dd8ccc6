import fs from 'node:fs'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { filesInZip } from '../../zip.ts'
import { probe } from '../lib/inspect-file.ts'
import { answerApi } from '../lib/fake-api.ts'
import { useProduct } from '../lib/harness.ts'
import {
  bestPick,
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

const show = (page: Page, index: number): Locator =>
  items(page)
    .nth(index - 1)
    .getByRole('button', { name: /^Show item/ })

/** Shows an item of a post or list and waits until the page shows the item's formats. */
async function pick(page: Page, index: number): Promise<void> {
  await show(page, index).click()
  await expect.poll(() => shown(page).innerText()).toContain(`item ${index},`)
  await expect.poll(() => page.getByRole('button', { name: 'Processing...' }).count()).toBe(0)
  await openFormats(page)
}

/** Presses the button of the bar. Returns the files in the zip archive, and the message on the page. */
async function saveAll(page: Page, name: RegExp) {
  const button = page.getByRole('button', { name })
  const download = await downloadOf(page, () => button.click())
  const told = page.getByRole('status').filter({ hasText: 'as one ZIP' })
  await told.waitFor()
  const files = filesInZip(fs.readFileSync(await download.path()))
  return { name: download.suggestedFilename(), files, told: await told.innerText() }
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff])

describeSealed('a visitor can select the items of a post, a feed or a list', () => {
  const harness = useProduct({ blocked: ['https://youtu.be/blockedvid0'] })

  test('saves pictures and videos of a carousel as one ZIP (C58)', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://www.instagram.com/p/SealedPost3/')
    await openFormats(page)
    expect(await items(page).count()).toBe(4)
    expect(await shown(page).innerText()).toMatch(/item 2, video/)
    await screenshot(page, 'entries')

    const { files, name, told } = await saveAll(page, /^Save all 4$/)
    expect([...files.keys()]).toEqual(['001.jpg', '002.mp4', '003.jpg', '004.mp4'])
    expect(Buffer.from(files.get('001.jpg')!.subarray(0, 3))).toEqual(JPEG)
    expect(Buffer.from(files.get('002.mp4')!.subarray(4, 8)).toString()).toBe('ftyp')
    expect(name).toMatch(/_items\.zip$/)
    expect(told).toBe('Saved 4 items as one ZIP.')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Save all 4$/)

    await pick(page, 2)
    const preview = await choose(page, /^720p MP4/)
    await ready(preview)
    const saved = await save(preview)
    expect((await probe(saved.path, saved.bytes)).kinds).toEqual(['video', 'audio'])
  })

  test('shows a picture of a carousel in sight and saves it', async () => {
    const page = await harness.open('/', { viewport: { width: 390, height: 844 } })
    await submitLink(page, 'https://www.instagram.com/p/SealedPost3/')
    await openFormats(page)
    await show(page, 3).click()
    await page.getByText('Item 3: picture').waitFor()
    const button = page.getByRole('button', { name: 'Save this' })
    expect(await button.isVisible()).toBe(true)
    const box = (await button.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(844)
    const download = await downloadOf(page, () => button.click())
    expect(download.suggestedFilename()).toMatch(/_3\.jpg$/)
    await page.getByText(/^JPG, (?:\d+ × \d+, )?\d+ KB$/).waitFor()
    for (const at of [1, 3])
      await items(page)
        .locator('label')
        .nth(at - 1)
        .click()
    await page.getByRole('button', { name: /^Save 2, \d+ KB$/ }).waitFor()
    await items(page).locator('label').nth(3).click() // A video that was not shown.
    await page.getByRole('button', { name: /^Save 3, (?:about )?[\d.]+ [KM]B$/ }).waitFor()
  })

  test('names the picture that a zip lacks', async () => {
    harness.expectConsoleError(/status of (4|5)\d\d/)
    const page = await harness.open()
    await submitLink(page, 'https://www.instagram.com/p/SealedPost4/')
    await openFormats(page)
    const { files, told } = await saveAll(page, /^Save all 3$/)
    expect([...files.keys()]).toEqual(['001.jpg', '003.jpg'])
    expect(told).toMatch(/^Saved 2 items as one ZIP\. Item 2 could not be loaded\./)
    await page.getByRole('button', { name: 'Save the 1 that failed' }).waitFor()
  })

  test('saves an item beside those that are saved, and keeps later ticks', async () => {
    const page = await harness.open()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/proxied_download?**', async (route) => {
      if (route.request().method() === 'GET') await held.promise
      await route.continue()
    })
    await submitLink(page, 'https://www.xiaohongshu.com/explore/64a0000000000000000000a2')
    for (const at of [0, 1]) await items(page).locator('label').nth(at).click()
    await page.getByRole('button', { name: /^Save 2/ }).click()
    await page.getByText('1 of 2').waitFor()
    await show(page, 3).click()
    await page.getByRole('button', { name: 'Save this' }).click()
    await page.getByText('1 of 3').waitFor()
    held.resolve()
    await page.getByText('Saved 3 items as one ZIP.').waitFor()
  })

  test('makes the file of an item on while a picture is shown', async () => {
    harness.expectConsoleError(/status of 403/)
    const page = await harness.open('/', { prepare: (context) => answerApi(context, 'processing') })
    const asked: string[] = []
    page.on('dialog', (dialog) => (asked.push(dialog.message()), dialog.dismiss()))
    await submitLink(page, 'https://items.example/x')
    await page.getByRole('link', { name: 'Save this' }).click()
    await expect.poll(() => page.title()).toMatch(/^64% /)
    await show(page, 3).click()
    await page.getByText('Item 3: picture').waitFor()
    expect(await page.title()).toMatch(/^64% /)
    expect(asked).toEqual([])
    await show(page, 4).click()
    expect(asked).toEqual(['Your file is not saved yet. Leave it?'])
    await show(page, 2).click()
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
  })

  test('says the size of all pictures before any is ticked', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://www.xiaohongshu.com/explore/64a0000000000000000000a2')
    await page.getByRole('button', { name: /^Save all 3, \d+ KB$/ }).waitFor()
  })

  test('shows the formats of the third episode', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://podcast.example/feed.xml')
    await items(page).first().waitFor()
    expect(await page.locator('#result').innerText()).not.toBe('The newest episode')
    expect(await shown(page).count()).toBe(0)
    await pick(page, 3)
    expect(await page.locator('#result').innerText()).toBe('The third one')
  })

  test('keeps the list after a private video', async () => {
    harness.expectConsoleError(/status of 403|private/)
    const page = await harness.open()
    await submitLink(page, 'https://www.youtube.com/playlist?list=PLsealed00000')
    await page.getByRole('heading', { name: 'A made-up playlist' }).waitFor()
    expect(await bestPick(page).count()).toBe(0)
    await show(page, 1).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^This item is private/ })
      .waitFor()
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
    expect(await page.getByRole('link', { name: /opens preview|^Download / }).count()).toBe(0)
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
    await items(page).first().waitFor()
    await page.reload()
    await items(page).first().waitFor()
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
    await show(page, 3).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^This item was blocked after a complaint/ })
      .waitFor()
    expect(await items(page).count()).toBe(3)
    expect(await shown(page).innerText()).toContain('The second one')
  })

  test('picks an item with the keyboard', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://x.com/maker/status/1004')
    await openFormats(page)
    expect(await page.locator('#result').innerText()).toBe('A made-up post')
    const second = show(page, 2)
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Shift+Tab')
      if (await second.evaluate((button) => button === document.activeElement)) break
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => shown(page).innerText()).toContain('item 2, video')
    const tick = page.getByRole('checkbox', { name: 'Pick item 2' })
    await second.press('Tab')
    expect(await tick.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: /^Save 1\b/ }).waitFor()
  })

  test('shows 100 of 10,000 long episodes', async () => {
    const page = await harness.open()
    await page.setViewportSize({ width: 390, height: 844 })
    await submitLink(page, 'https://podcast.example/huge.xml')
    await items(page).first().waitFor()
    expect(await items(page).count()).toBe(100)
    expect(await page.getByText(/^The first 100 of 10,000 items/).count()).toBe(1)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await screenshot(page, 'entries-huge')
    await page.getByRole('searchbox').fill('9990')
    expect(await items(page).count()).toBe(1)
    await page.getByRole('searchbox').fill('')
    for (const at of [5, 6, 7, 8, 9]) {
      const box = items(page).nth(at).getByRole('checkbox')
      const isCovered = async () => {
        // The page scrolls to a new result half a second later.
        await box.blur()
        await box.focus()
        return await box.evaluate((one) => {
          const { left, top } = one.getBoundingClientRect()
          return document.elementFromPoint(left + 20, top + 20)?.closest('label') !== one.closest('label')
        })
      }
      await expect.poll(isCovered).toBe(false)
    }
    await show(page, 2).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Download MP3/)
    await pick(page, 2)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})
