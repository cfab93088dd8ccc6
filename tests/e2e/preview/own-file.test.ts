import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { failures } from '#contract/failures.ts'
import { UNDO_MS } from '../../../web/preview/use-delayed.ts'
import { describeSealed } from '../../sealed.ts'
import { answerApi, previewPath } from '../lib/fake-api.ts'
import { useProduct } from '../lib/harness.ts'
import {
  bestPick,
  choose,
  downloadAddress,
  linkField,
  openPreview,
  ready,
  save,
  savedInNewTab,
  submitLink,
} from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const TITLE = 'A made-up YouTube video'

/**
 * Overwrites the visibility state of the page, so that the page behaves as in a hidden tab or in a visible
 * tab.
 */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

describeSealed('a visitor can return to a result or delete its file', () => {
  const harness = useProduct()
  /** Opens the preview of a finished file. `deletions` returns how often the page has deleted the file. */
  const openDeletable = async () => {
    const page = await harness.open(previewPath, { prepare: (context) => answerApi(context, 'ready') })
    let count = 0
    await page.context().route('**/api/download/task/**', async (route) => {
      count += Number(route.request().method() === 'DELETE')
      await route.fulfill({ json: { task_id: 't' } })
    })
    return { page, deletions: () => count }
  }

  test('opens the same file by its QR code', async () => {
    const preview = await openPreview(harness, LINK, /^1080p MP4/)
    await ready(preview)
    await preview.getByRole('button', { name: 'To phone' }).click()
    const code = preview.getByRole('img', { name: /^Code for/ })
    await code.waitFor()
    await preview.getByText(/The code leads to your finished file for (1h 0m|\d+m)/).waitFor()
    const link = new URL((await code.getAttribute('aria-label'))!.replace('Code for ', ''))
    expect(link.hash).toMatch(/^#task=/)
    let starts = 0
    const phone = await harness.open('/preview', {
      prepare: (context) =>
        context.on(
          'request',
          (one) => void (starts += Number(new URL(one.url()).pathname.endsWith('/start-merge'))),
        ),
    })
    await phone.goto(harness.address + link.pathname + link.hash)
    await ready(phone)
    expect(new URL(await downloadAddress(phone)).pathname).toBe(
      new URL(await downloadAddress(preview)).pathname,
    )
    expect(starts).toBe(0)
  })

  test('makes a deleted file again by its QR code', async () => {
    harness.expectConsoleError(/status of 404/)
    const preview = await openPreview(harness, LINK, /^1080p MP4/)
    await ready(preview)
    await preview.getByRole('button', { name: 'To phone' }).click()
    const code = preview.getByRole('img', { name: /^Code for/ })
    const link = new URL((await code.getAttribute('aria-label'))!.replace('Code for ', ''))
    const file = await downloadAddress(preview)
    await preview.getByRole('button', { name: 'Close' }).click()
    await preview.getByRole('button', { name: 'Delete now' }).click()
    await preview.getByText('File Deleted').waitFor()
    const phone = await harness.open(link.pathname + link.hash)
    await ready(phone)
    expect(new URL(await downloadAddress(phone)).pathname).not.toBe(new URL(file).pathname)
  })

  test('undoes a deletion within five seconds', async () => {
    const { page, deletions } = await openDeletable()
    await page.getByRole('button', { name: 'Delete now' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Delete now' }).waitFor()
    await page.waitForTimeout(5_500)
    expect(deletions()).toBe(0)
    await page.getByRole('button', { name: 'Delete now' }).click()
    await expect.poll(deletions).toBe(1)
  })

  test('keeps a file whose deletion failed', async () => {
    harness.expectConsoleError(/status of 500|went wrong on our side/)
    const page = await harness.open(previewPath, { prepare: (context) => answerApi(context, 'ready') })
    let isBroken = true
    await page
      .context()
      .route('**/api/download/task/**', (route) =>
        isBroken
          ? route.fulfill({ status: 500, json: { error: failures.internal.text, code: 'internal' } })
          : route.fulfill({ json: { task_id: 't' } }),
      )
    await page.getByRole('button', { name: 'Delete now' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: `The file was not deleted. ${failures.internal.text}` })
      .waitFor()
    expect(await page.getByText('Processing Failed').count()).toBe(0)
    await page.getByRole('link', { name: /^Download/ }).waitFor()
    isBroken = false
    await page.getByRole('button', { name: 'Delete now' }).click()
    await page.getByText('File Deleted').waitFor()
  })

  test('deletes the file although the visitor leaves', async () => {
    const preview = await openPreview(harness, LINK, /^720p MP4/)
    await ready(preview)
    const file = await downloadAddress(preview)
    expect((await fetch(file, { method: 'HEAD' })).status).toBe(200)
    await preview.getByRole('button', { name: 'Delete now' }).click()
    await preview.getByRole('button', { name: 'Undo' }).waitFor()
    await preview.goto(`${harness.address}/blog`)
    await expect.poll(async () => (await fetch(file, { method: 'HEAD' })).status).toBe(404)
  })

  test('deletes the file at once when a link is pressed', async () => {
    const { page, deletions } = await openDeletable()
    // The time to undo never ends.
    await page.evaluate((ms) => {
      const { setTimeout } = globalThis
      globalThis.setTimeout = ((work: () => void, after = 0) =>
        after === ms ? 0 : setTimeout(work, after)) as typeof setTimeout
    }, UNDO_MS)
    await page.getByRole('button', { name: 'Delete now' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Help Center' }).click()
    await expect.poll(deletions).toBe(1)
  })

  test('keeps the result over a reload and Back', async () => {
    const page = await harness.open()
    await submitLink(page, LINK)
    await bestPick(page).waitFor()
    let requests = 0
    await page.route('**/api/download-video', (route) => (requests++, route.continue()))
    await page.reload()
    await bestPick(page).waitFor()
    expect(await linkField(page).inputValue()).toBe(LINK)
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
    await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: TITLE }).waitFor()
    await bestPick(page).waitFor()
    expect(requests).toBe(0)
    await page.getByRole('button', { name: 'Clear link' }).click()
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect(await bestPick(page).count()).toBe(0)
  })

  test('gets a recent download again in its format', async () => {
    const page = await harness.open()
    await page.getByRole('button', { name: 'Recent downloads' }).click()
    await page.getByRole('checkbox').check()
    await page.keyboard.press('Escape')
    await submitLink(page, LINK)
    const preview = await choose(page, /^720p MP4/)
    await ready(preview)
    await save(preview)
    await page.goto(`${harness.address}/blog`)
    const open = () => page.getByRole('button', { name: 'Recent downloads' }).click()
    await open()
    const again = page.getByRole('link', { name: /^Get it again/ })
    const saved = await savedInNewTab(page, () => again.click())
    expect(saved.name).toMatch(/720p/)
    await page.getByRole('link', { name: new RegExp(`^${TITLE}`) }).click()
    await bestPick(page).waitFor()
  })

  test('extracts again for a file without a merge', async () => {
    const page = await harness.open()
    await page.evaluate(() => localStorage.setItem('recentDownloads', '[]'))
    await submitLink(page, 'https://cdn.example/combined-720.mp4')
    await save(await choose(page, /^720p MP4/))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recentDownloads'))).toMatch(/preview/)
    await page.reload()
    await page.getByRole('button', { name: 'Recent downloads' }).click()
    const again = page.getByRole('link', { name: /^Get it again/ })
    const saved = await savedInNewTab(page, () => again.click())
    expect(saved.name).toMatch(/\.mp4$/)
  })

  test('marks the hidden tab of a ready file', async () => {
    const page = await harness.open(previewPath, { prepare: (context) => answerApi(context, 'processing') })
    await page.getByText('30.8 of 48.2 MB').waitFor()
    const icon = () => page.locator('link[rel="icon"]').getAttribute('href')
    const before = await icon()
    await setHidden(page, true)
    await answerApi(page.context(), 'ready')
    await expect.poll(() => page.title()).toMatch(/^✓ Preview \|/)
    await expect.poll(icon).not.toBe(before)
    await setHidden(page, false)
    await expect.poll(() => page.title()).toMatch(/^Preview \|/)
    await expect.poll(icon).toContain(before)
  })

  test("gets the formats of another platform's link", async () => {
    const page = await harness.open('/vimeo-downloader')
    await submitLink(page, LINK)
    await page.getByText('This link is from YouTube.').waitFor()
    await page.getByRole('link', { name: 'Get its formats' }).click()
    await bestPick(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/vimeo-downloader')
  })

  test("opens the other platform's page without JavaScript", async () => {
    const page = await harness.open('/vimeo-downloader', { javaScriptEnabled: false })
    await submitLink(page, LINK)
    await page.getByRole('link', { name: 'Get its formats' }).click()
    await page.getByRole('heading', { name: TITLE }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/youtube-downloader')
  })
})
