import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { bestPick, downloadOf, plays, submitLink, watchLayoutShifts } from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const SLOW = 'https://www.youtube.com/watch?v=slowvideo00'

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent.trim() ?? '')

async function pressDownload(page: Page, link: string): Promise<void> {
  await submitLink(page, link)
  await bestPick(page).waitFor()
  await bestPick(page).press('Enter')
}

describeSealed('a file is made and saved inside the result', () => {
  const harness = useProduct()

  test('saves once and offers to watch, save again and delete', async () => {
    // On a phone, what is shown while a file is made and after it is saved differs most in height.
    const page = await harness.open('/', { viewport: { width: 390, height: 844 } })
    let downloads = 0
    page.on('download', () => downloads++)
    await pressDownload(page, LINK)
    const unmoved = await watchLayoutShifts(page)
    const saved = page.getByText('Saved', { exact: true })
    await saved.waitFor()
    await page.getByText('Complete, plays everywhere').waitFor()
    await unmoved()
    expect(await focused(page)).toMatch(/^Watch/)
    expect(page.context().pages()).toHaveLength(1)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await plays(page)
    expect(page.context().pages()).toHaveLength(1)
    await page.reload()
    await saved.waitFor()
    await page.getByText(/^Our copy/).waitFor()
    expect(downloads).toBe(1)
    const again = await downloadOf(page, () => page.getByRole('link', { name: 'Save again' }).click())
    expect(again.suggestedFilename()).toMatch(/\.mp4$/)
    await page.getByText('Other qualities').click()
    await page.getByRole('radio', { name: /^720p/ }).click()
    expect(await bestPick(page).innerText()).toMatch(/^Download 720p/)
    expect(await focused(page)).toMatch(/^Download 720p/)
    await bestPick(page).press('Enter')
    await page.getByRole('button', { name: 'Delete now' }).click()
    await page.getByText('File deleted').waitFor()
    await page.getByRole('radio', { name: /1080p/ }).check()
    expect(await bestPick(page).innerText()).toMatch(/^Download 1080p/)
  })

  test('finds the running task after a reload', async () => {
    const page = await harness.open()
    await pressDownload(page, SLOW)
    const bar = page.getByRole('progressbar')
    await page.getByText(/\d of [\d.]+ MB/).waitFor()
    await page.getByRole('button', { name: /^Watch while it is made/ }).waitFor()
    const starts: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/start-merge')) starts.push(request.url())
    })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await bar.waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(starts).toEqual([])
  })

  test('cancels and gives the focus back to Download', async () => {
    const page = await harness.open()
    await pressDownload(page, SLOW)
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await cancel.waitFor()
    expect(await focused(page)).toBe('Cancel')
    await cancel.click() // A second press right after Download does nothing.
    expect(await cancel.count()).toBe(1)
    await page.waitForTimeout(1_000)
    await cancel.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^Download 1080p/)
  })

  test('asks before another link takes the place of a running file', async () => {
    const page = await harness.open()
    const title = await page.title()
    await pressDownload(page, SLOW)
    await expect.poll(() => page.title()).toMatch(/^\d+% /)
    const asked: string[] = []
    let isLeaving = false
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      return isLeaving ? dialog.accept() : dialog.dismiss()
    })
    await submitLink(page, LINK)
    await page.getByRole('button', { name: 'Clear link' }).click()
    expect(asked).toEqual(Array(2).fill('Your file is not saved yet. Leave it?'))
    expect(await page.title()).toMatch(/^\d+% /)
    isLeaving = true
    await submitLink(page, 'not a link')
    await expect.poll(() => page.title()).toBe(title)
  })

  test('says that the visitor is offline and goes on later', async () => {
    harness.expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load|You are offline/)
    const page = await harness.open()
    await submitLink(page, SLOW)
    await bestPick(page).waitFor()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await bestPick(page).click()
    await page.getByText('You are offline').waitFor()
    await page.context().setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText(/\d of [\d.]+ MB/).waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await page.getByText('You are offline').waitFor()
    await page.context().setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  test('saves a file of the site without a copy on our server', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://cdn.example/combined-720.mp4')
    await bestPick(page).waitFor()
    const download = await downloadOf(page, () => bestPick(page).click())
    expect(download.suggestedFilename()).toMatch(/\.mp4$/)
    await page.getByText('Download started').waitFor()
    await page.getByText('We keep no copy.').waitFor()
    expect(await page.getByRole('button', { name: 'Delete now' }).count()).toBe(0)
  })
})
