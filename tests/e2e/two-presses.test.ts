import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { describeSealed } from '../sealed.ts'
import { useProduct, type OpenOptions } from './lib/harness.ts'
import { decodeErrors } from './lib/inspect-file.ts'
import { bestPick, choose, formats, hydrated, linkField as field, paste, ready } from './lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const DIRECT = 'https://cdn.example/combined-720.mp4'
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Waits for the file that a press saves, in this page or in a tab that it opens. */
async function savedBy(page: Page, act: () => Promise<void>) {
  const opened = page.context().waitForEvent('page')
  await act()
  const preview = await opened
  const download = await preview.waitForEvent('download', { timeout: 60_000 })
  return { preview, name: download.suggestedFilename(), path: await download.path() }
}

const screens: [string, OpenOptions][] = [
  ['a phone', { viewport: { width: 390, height: 844 } }],
  ['a phone in the dark theme', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['a computer', {}],
  ['a computer in the dark theme', { colorScheme: 'dark' }],
]

describeSealed('from a copied link to a saved file', () => {
  const harness = useProduct()

  /** Opens a page with a link in the clipboard. */
  const openWith = async (link: string, path = '/', options: OpenOptions = {}) => {
    const page = await harness.open(path, { ...clipboard, ...options })
    await page.evaluate((text) => navigator.clipboard.writeText(text), link)
    await hydrated(page)
    return page
  }

  for (const [screen, options] of screens)
    test.each([
      ['a file of a site', DIRECT, /^Download 720p MP4, /],
      ['a file that has to be made', LINK, /^Download 1080p MP4, /],
    ])(`on ${screen}, Paste and Download save %s`, async (_, link, name) => {
      const page = await openWith(link, '/', options)
      await page.getByRole('button', { name: 'Paste' }).click()
      const button = page.getByRole('link', { name })
      await button.waitFor({ timeout: 35_000 })
      const saved = await savedBy(page, () => button.click())
      expect(saved.name).toMatch(/\.mp4$/)
      expect(await decodeErrors(saved.path)).toBe('')
    })

  test('with the keyboard, Ctrl+V and Enter save the best format', async () => {
    const page = await openWith(LINK)
    await page.keyboard.press('Control+V')
    await bestPick(page).waitFor({ timeout: 35_000 })
    const saved = await savedBy(page, () => page.keyboard.press('Enter'))
    expect(saved.name).toMatch(/1080p.*\.mp4$/)
  })

  test('a paste into the empty field starts, and the field shows only the link of a message', async () => {
    const page = await openWith(`Look at this: ${LINK} !`)
    await field(page).focus()
    await page.keyboard.press('Control+V')
    await bestPick(page).waitFor({ timeout: 35_000 })
    expect(await field(page).inputValue()).toBe(LINK)
  })

  test.each([
    ['two links', `${LINK} https://vimeo.com/123456789`],
    ['a link of another platform', 'https://vimeo.com/123456789'],
    ['text without a link', 'a good song'],
  ])('Paste fills in %s and starts nothing', async (_, text) => {
    const page = await openWith(text, '/youtube-downloader')
    let requests = 0
    await page.route('**/api/download-video', (route) => (requests++, route.abort()))
    await page.getByRole('button', { name: 'Paste' }).click()
    await expect.poll(() => field(page).inputValue()).not.toBe('')
    await page.waitForTimeout(300)
    expect(requests).toBe(0)
  })

  test('typing a link and a url parameter start nothing', async () => {
    const page = await harness.open(`/?url=${encodeURIComponent(LINK)}`)
    let requests = 0
    await page.route('**/api/download-video', (route) => (requests++, route.abort()))
    await expect.poll(() => field(page).inputValue()).toBe(LINK)
    await field(page).fill('')
    await field(page).pressSequentially(LINK)
    await page.waitForTimeout(300)
    expect(requests).toBe(0)
  })

  test('Escape stops a search that has started by itself, and keeps the link', async () => {
    const page = await openWith(LINK)
    await page.route('**/api/download-video', () => {}) // Never answered.
    await page.getByRole('button', { name: 'Paste' }).click()
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
    await page.getByText('Finding formats.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Get formats' }).waitFor()
    expect(await field(page).inputValue()).toBe(LINK)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('url')
  })

  test('a link dropped on the page starts', async () => {
    const page = await openWith(LINK)
    await page.evaluate((link) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/uri-list', link)
      const send = (name: string) =>
        document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
      send('dragover')
    }, LINK)
    await page.getByText('Drop the link anywhere on this page.').waitFor()
    await page.evaluate((link) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/uri-list', link)
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, LINK)
    await bestPick(page).waitFor({ timeout: 35_000 })
  })

  test('a browser that refuses to read the clipboard shows how to paste', async () => {
    const page = await harness.open('/', { permissions: [] })
    await hydrated(page)
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Paste' }).click()
    await page.getByText('Press Ctrl+V to paste.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('url')
  })

  test.each([
    ['/youtube-to-mp3', /^Download MP3 192 kbps, /, /^The video: 1080p MP4/],
    ['/youtube-music-download', /^Download M4A, /, /^The video: 1080p MP4/],
    ['/youtube-720p-download', /^Download 720p MP4, /, /^Only the sound: M4A/],
    ['/youtube-downloader', /^Download 1080p MP4, /, /^Only the sound: M4A/],
  ])('on %s the best pick follows the title of the page', async (path, best, other) => {
    const page = await harness.open(path)
    await paste(page, LINK)
    await page.getByRole('link', { name: best }).waitFor({ timeout: 35_000 })
    await page.getByRole('link', { name: other }).waitFor()
  })

  test('the next result suggests the kind of file that was chosen last', async () => {
    const page = await harness.open()
    await paste(page, LINK)
    await choose(page, /^720p MP4/)
    await page.goto(`${harness.address}/youtube-downloader`)
    await paste(page, LINK)
    await page.getByText('As last time').waitFor({ timeout: 35_000 })
    expect(await bestPick(page).innerText()).toMatch(/^Download 720p/)
  })

  test('the formats are folded, and the MP3s are one row with a link for each bitrate', async () => {
    const page = await harness.open()
    await paste(page, LINK)
    await bestPick(page).waitFor({ timeout: 35_000 })
    const row = page.getByRole('link', { name: /opens preview/ }).first()
    expect(await row.isVisible()).toBe(false)
    const names = await formats(page)
    await page.getByText(`All ${names.length} formats`).waitFor()
    const rates = page.getByRole('list', { name: 'MP3 bitrates' })
    expect(await rates.getByRole('link').count()).toBe(4)
    expect(await page.getByText(/converted, no better than/).count()).toBe(1)
  })

  test('"Save as soon as it is ready" saves a file without a press, and is remembered', async () => {
    const page = await harness.open()
    await paste(page, 'https://www.youtube.com/watch?v=slowvideo00')
    const preview = await choose(page, /^1080p MP4/)
    const box = preview.getByRole('checkbox', { name: 'Save as soon as it is ready' })
    expect(await box.isChecked()).toBe(false)
    const started = preview.waitForEvent('download', { timeout: 60_000 })
    await box.check()
    expect((await started).suggestedFilename()).toMatch(/\.mp4$/)
    await preview.getByText('Saved by itself.').waitFor()
    // A reload shows the file and does not save it again.
    let downloads = 0
    preview.on('download', () => downloads++)
    await preview.reload()
    await ready(preview)
    await preview.waitForTimeout(500)
    expect(downloads).toBe(0)
    await field(page).fill('')
    await paste(page, LINK)
    await page.getByRole('heading', { name: 'A made-up YouTube video' }).waitFor({ timeout: 35_000 })
    const next = await choose(page, /^720p MP4/)
    await next.waitForEvent('download', { timeout: 60_000 })
  })

  test('without JavaScript the list is there, and a format saves', async () => {
    const page = await harness.open('/', { javaScriptEnabled: false })
    await paste(page, LINK)
    await page
      .locator('summary')
      .filter({ hasText: /All \d+ formats/ })
      .waitFor()
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Save M4A/ }).click()
    const download = await started
    expect(download.suggestedFilename()).toMatch(/\.m4a$/)
    expect(await decodeErrors(await download.path())).toBe('')
  })
})
