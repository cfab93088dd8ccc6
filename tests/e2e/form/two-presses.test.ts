import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct, type OpenOptions } from '../lib/harness.ts'
import { decodeErrors } from '../lib/inspect-file.ts'
import {
  bestPick,
  choose,
  downloadOf,
  hydrated,
  linkField as field,
  openFormats,
  ready,
  savedInPlace,
  submitLink,
} from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const DIRECT = 'https://cdn.example/combined-720.mp4'
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

/** DIRECT is a file that the site serves, LINK one that a merger makes. */
const screens: [string, OpenOptions, link: string, button: RegExp][] = [
  ['a phone', { viewport: { width: 390, height: 844 } }, LINK, /^Download 1080p MP4, /],
  [
    'a phone in the dark theme',
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    DIRECT,
    /^Download 720p MP4, /,
  ],
  ['a computer', {}, DIRECT, /^Download 720p MP4, /],
  ['a computer in the dark theme', { colorScheme: 'dark' }, LINK, /^Download 1080p MP4, /],
]

/**
 * Playwright cannot install the site, so this function makes `matchMedia` report the display mode of an
 * installed app in the next documents of the page.
 */
const actInstalled = (page: Page) =>
  page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = (query) => (query.includes('standalone') ? real('(min-width: 1px)') : real(query))
  })

describeSealed('two presses turn a copied link into a saved file', () => {
  const harness = useProduct()

  /** Opens a page while the clipboard contains a link. */
  const openWith = async (link: string, path = '/', options: OpenOptions = {}) => {
    const page = await harness.open(path, { ...clipboard, ...options })
    await page.evaluate((text) => navigator.clipboard.writeText(text), link)
    await hydrated(page)
    return page
  }

  test.each(screens)('on %s, Paste and Download save a file', async (_, options, link, name) => {
    const page = await openWith(link, '/', options)
    await page.getByRole('button', { name: 'Paste' }).click()
    const button = page.getByRole('link', { name })
    await button.waitFor()
    const saved = await savedInPlace(page, () => button.click())
    expect(saved.name).toMatch(/\.mp4$/)
    expect(await decodeErrors(saved.path)).toBe('')
  })

  test('saves the best in two presses, any quality in three', async () => {
    const page = await openWith(LINK)
    await page.evaluate(() => {
      const counted = Object.assign(window, { presses: 0 })
      addEventListener('pointerdown', () => counted.presses++, { capture: true })
    })
    const presses = () => page.evaluate(() => (window as unknown as { presses: number }).presses)
    await page.getByRole('button', { name: 'Paste' }).click()
    await bestPick(page).waitFor()
    expect(await presses()).toBe(1)
    const chips = page.getByRole('group', { name: /^Quality/ }).locator('label')
    const count = await chips.count()
    expect(count).toBeGreaterThan(2)
    for (let at = 0; at < count; at++) {
      const before = await presses()
      await chips.nth(at).click()
      const [height] = (await chips.nth(at).innerText()).match(/\d+p/)!
      expect(await bestPick(page).innerText()).toContain(`Download ${height} `)
      expect(await presses()).toBe(before + 1)
    }
    const before = await presses()
    const saved = await savedInPlace(page, () => bestPick(page).click())
    // Paste, the chip of the last quality, and Download.
    expect(1 + 1 + (await presses()) - before).toBe(3)
    expect(saved.name).toMatch(/\d+p.*\.mp4$/)
  })

  for (const focus of ['with the focus in the field', 'with the focus on the page'])
    test.each([
      ['a file that the site serves', DIRECT, /720p.*\.mp4$/],
      ['a file that a merger makes', LINK, /1080p.*\.mp4$/],
    ])(`Ctrl+V ${focus} and Enter save %s`, async (_, link, name) => {
      const page = await openWith(link)
      if (focus === 'with the focus in the field') await page.keyboard.press('/')
      await page.keyboard.press('Control+V')
      await bestPick(page).waitFor()
      await expect.poll(() => bestPick(page).evaluate((one) => one === document.activeElement)).toBe(true)
      const saved = await savedInPlace(page, () => page.keyboard.press('Enter'))
      expect(saved.name).toMatch(name)
      expect(await decodeErrors(saved.path)).toBe('')
    })

  test('keeps only the link of a pasted message', async () => {
    const page = await openWith(`Look at this: ${LINK} !`)
    await field(page).focus()
    await page.keyboard.press('Control+V')
    await bestPick(page).waitFor()
    expect(await field(page).inputValue()).toBe(LINK)
  })

  test.each([
    ['a link of another platform', 'https://vimeo.com/123456789'],
    ['text without a link', 'a good song'],
  ])('fills in %s without a request', async (_, text) => {
    const page = await openWith(text, '/youtube-downloader')
    let requests = 0
    await page.route('**/api/download-video', (route) => (requests++, route.abort()))
    await page.getByRole('button', { name: 'Paste' }).click()
    await expect.poll(() => field(page).inputValue()).not.toBe('')
    await page.waitForTimeout(300)
    expect(requests).toBe(0)
  })

  test('requests nothing for a typed link or url', async () => {
    const page = await harness.open(`/?url=${encodeURIComponent(LINK)}`)
    let requests = 0
    await page.route('**/api/download-video', (route) => (requests++, route.abort()))
    await expect.poll(() => field(page).inputValue()).toBe(LINK)
    await field(page).fill('')
    await field(page).pressSequentially(LINK)
    await page.waitForTimeout(300)
    expect(requests).toBe(0)
  })

  test('cancels a pasted request by Escape', async () => {
    const page = await openWith(LINK)
    await page.route('**/api/download-video', () => {}) // The API never responds.
    await page.getByRole('button', { name: 'Paste' }).click()
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
    await page.getByText('Finding formats.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Get formats' }).waitFor()
    expect(await field(page).inputValue()).toBe(LINK)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('url')
  })

  test('requests the formats of a dropped link', async () => {
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
    await bestPick(page).waitFor()
  })

  test('explains how to paste without the clipboard', async () => {
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
    ['/youtube-to-mp3', /^Download MP3 192 kbps, /, /^Video 1080p MP4/],
    ['/youtube-music-download', /^Download M4A, /, /^Video 1080p MP4/],
    ['/youtube-720p-download', /^Download 720p MP4, /, /^Audio only M4A/],
    ['/youtube-downloader', /^Download 1080p MP4, /, /^Audio only M4A/],
  ])('%s offers the file that its title names', async (path, best, other) => {
    const page = await harness.open(path)
    await submitLink(page, LINK)
    await page.getByRole('link', { name: best }).waitFor()
    await page.getByRole('link', { name: other }).waitFor()
  })

  test('changes the Download button to the picked quality', async () => {
    const page = await harness.open()
    await submitLink(page, LINK)
    await bestPick(page).waitFor()
    await page.getByRole('radio', { name: /^720p MP4/ }).check()
    expect(await bestPick(page).innerText()).toMatch(/^Download 720p MP4, /)
    expect(await page.getByText('Suggested', { exact: true }).count()).toBe(1)
  })

  test('suggests the kind of file chosen last', async () => {
    const page = await harness.open()
    await submitLink(page, LINK)
    await choose(page, /^720p MP4/)
    await page.goto(`${harness.address}/youtube-downloader`)
    await submitLink(page, LINK)
    await page.getByText('as last time').waitFor()
    expect(await bestPick(page).innerText()).toMatch(/^Download 720p/)
  })

  test("suggests the server's choice after a deletion", async () => {
    const page = await openWith(LINK)
    await submitLink(page, LINK)
    await choose(page, /^720p MP4/)
    await page.goto(`${harness.address}/cookie-settings`)
    await page.getByRole('button', { name: 'Forget my last choice' }).click()
    await page.getByText(/^Forgotten\./).waitFor()
    expect(await page.getByRole('button', { name: 'Forget my last choice' }).isDisabled()).toBe(true)
    await page.goto(harness.address)
    await submitLink(page, LINK)
    await bestPick(page).waitFor()
    expect(await bestPick(page).innerText()).toMatch(/^Download 1080p/)
  })

  test('submits and saves a shared link only in the installed app', async () => {
    const shared = `/?title=A+song&text=${encodeURIComponent(`Listen: ${DIRECT}`)}`
    const tab = await harness.open(shared)
    await expect.poll(() => field(tab).inputValue()).toBe(DIRECT)
    const app = await harness.open('/robots.txt')
    await actInstalled(app)
    const download = await downloadOf(app, () => app.goto(`${harness.address}${shared}`))
    expect(download.suggestedFilename()).toMatch(/720p.*\.mp4$/)
    await app.getByText('Download started').waitFor()
    expect(await field(app).inputValue()).toBe(DIRECT)
    expect(new URL(app.url()).search).toBe('')
    expect(await bestPick(tab).count()).toBe(0)
  })

  test('links that are shared one after another are rows, and each is saved', async () => {
    const app = await harness.open('/blog')
    await actInstalled(app)
    app.on('dialog', (dialog) => dialog.accept())
    const held = Promise.withResolvers<void>()
    await app.route('**/api/download-video', async (route) => {
      await held.promise
      await route.continue().catch(() => undefined)
    })
    const share = (link: string) => app.goto(`${harness.address}/?title=A&text=${encodeURIComponent(link)}`)
    await share(DIRECT)
    await app.getByRole('button', { name: 'Processing...' }).waitFor()
    await share('https://vimeo.com/76979871')
    const names: string[] = []
    app.on('download', (download) => names.push(download.suggestedFilename()))
    held.resolve()
    await app.getByText('Saved 2 files.').waitFor()
    expect(names).toHaveLength(2)
  })

  test('only fills in a link that another site shares', async () => {
    const app = await harness.open('/robots.txt')
    await actInstalled(app)
    const shared = `${harness.address}/?title=A+song&amp;url=${encodeURIComponent(LINK)}`
    const extractions: string[] = []
    app.on('request', (request) => {
      if (request.url().endsWith('/api/download-video')) extractions.push(request.url())
    })
    await app.route('https://foreign.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${shared}">open</a>` }),
    )
    await app.goto('https://foreign.test/')
    await app.getByRole('link', { name: 'open' }).click()
    await expect.poll(() => field(app).inputValue()).toBe(LINK)
    await app.waitForLoadState('networkidle')
    await app.waitForTimeout(500)
    expect(extractions).toEqual([])
  })

  test('folds the list, with a link for each MP3 rate', async () => {
    const page = await harness.open()
    await submitLink(page, LINK)
    await bestPick(page).waitFor()
    const row = page.getByRole('link', { name: /opens preview/ }).first()
    expect(await row.isVisible()).toBe(false)
    const names = await openFormats(page)
    expect(names.length).toBeGreaterThan(4)
    const rates = page.getByRole('list', { name: /^MP3 ?, kbps/ })
    expect(await rates.getByRole('link').count()).toBe(4)
    // Above the MP3s, and above what is lossless only in its form.
    expect(await page.getByRole('heading', { name: /converted, no better than/ }).count()).toBe(2)
  })

  test('saves this and the next file when ready', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://www.youtube.com/watch?v=slowvideo00')
    const preview = await choose(page, /^1080p MP4/)
    const box = preview.getByRole('checkbox', { name: 'Save as soon as it is ready' })
    expect(await box.isChecked()).toBe(false)
    const download = await downloadOf(preview, () => box.check())
    expect(download.suggestedFilename()).toMatch(/\.mp4$/)
    await preview.getByText('Your download has started.').waitFor()
    // After a reload the page shows the file and does not save it again.
    let downloads = 0
    preview.on('download', () => downloads++)
    await preview.reload()
    await ready(preview)
    await preview.waitForTimeout(500)
    expect(downloads).toBe(0)
    await field(page).fill('')
    await submitLink(page, LINK)
    await page.getByRole('heading', { name: 'A made-up YouTube video' }).waitFor()
    const next = await choose(page, /^720p MP4/)
    await next.waitForEvent('download')
  })
})
