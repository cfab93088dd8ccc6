import { expect, test } from 'vitest'
import { texts } from '#texts/en/preview.ts'
import { describeSealed } from '../../sealed.ts'
import { answerApi, previewPath } from '../lib/fake-api.ts'
import { useProduct } from '../lib/harness.ts'
import {
  bestPick,
  choose,
  downloadOf,
  openPreview,
  overflow,
  ready,
  save,
  submitLink,
  waitForAlert,
} from '../lib/visit.ts'

describeSealed('the buttons of the preview work', () => {
  const harness = useProduct()

  test('cancels a merge and starts it again', async () => {
    const page = await harness.open(previewPath, { prepare: (context) => answerApi(context, 'processing') })
    await page.getByText('30.8 of 48.2 MB').waitFor()
    await page.route('**/api/download/task/**', (route) => route.fulfill({ json: { task_id: 't' } }))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Canceled', { exact: true }).waitFor()
    expect(await page.getByText('Processing Failed').count()).toBe(0)
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('30.8 of 48.2 MB').waitFor()
  })

  test.each([
    ['a file that the site serves', 'https://cdn.example/combined-720.mp4'],
    ['a file that a merger makes', 'https://www.youtube.com/watch?v=sealedvid00'],
  ])('renames %s and keeps the extension', async (_, link) => {
    const preview = await openPreview(harness, link, /^720p MP4/)
    await ready(preview)
    const given = (await save(preview)).name
    await preview.getByRole('button', { name: 'Rename' }).click()
    const name = preview.getByLabel('Name of the saved file')
    expect(await name.inputValue()).toBe(given.replace(/\.mp4$/, ''))
    await name.fill('../日本 holiday: day 1')
    await preview.getByText('Saved as 日本 holiday day 1.mp4').waitFor()
    expect((await save(preview)).name).toBe('日本 holiday day 1.mp4')
    await name.fill(' ')
    expect((await save(preview)).name).toBe(given)
    expect(await name.evaluate((field) => field.clientHeight >= field.scrollHeight)).toBe(true)
    expect(await overflow(preview)).toBeLessThanOrEqual(0)
  })

  test('gives short names to this and the next files', async () => {
    const preview = await openPreview(harness, 'https://cdn.example/combined-720.mp4', /^720p MP4/)
    await ready(preview)
    await preview.getByRole('button', { name: 'Rename' }).click()
    await preview.getByRole('checkbox', { name: /^Short names/ }).check()
    expect((await save(preview)).name).toBe('combined-720 (720p).mp4')
    const [page] = preview.context().pages()
    await page!.reload()
    const download = await downloadOf(page!, () => bestPick(page!).click())
    expect(download.suggestedFilename()).toBe('combined-720 (720p).mp4')
  })

  test('blames no merge when a direct file cannot be reached', async () => {
    harness.expectConsoleError(/ERR_FAILED|Failed to fetch/)
    const preview = await openPreview(harness, 'https://cdn.example/combined-720.mp4', /^720p MP4/)
    const shared = await preview.context().newPage()
    // In the sealed internet Chromium takes the device for offline.
    await shared.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }))
    await shared.route('**/api/proxied_download?**', (route) => route.abort())
    await shared.goto(preview.url())
    expect(await waitForAlert(shared)).toBe(texts.faults.cannotStart)
    await shared.getByText('This file did not open').waitFor()
  })

  test('saves to Photos by the share sheet', async () => {
    const page = await harness.open('/', {
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
      // Chromium on Linux has no share sheet, so the test defines `navigator.share`.
      prepare: (context) =>
        context.addInitScript(() => {
          const shared: string[] = []
          const share = ({ files }: { files: File[] }) => {
            shared.push(...files.map(({ name, type }) => `${name} ${type}`))
            return Promise.resolve()
          }
          Object.assign(navigator, { share, canShare: () => true })
          Object.assign(globalThis, { shared })
        }),
    })
    await page.evaluate(() => localStorage.setItem('recentDownloads', '[]'))
    await submitLink(page, 'https://cdn.example/combined-720.mp4')
    const preview = await choose(page, /^720p MP4/)
    await preview.getByRole('button', { name: 'Save to Photos' }).click()
    await expect
      .poll(() => preview.evaluate(() => (globalThis as { shared?: string[] }).shared))
      .toEqual([expect.stringMatching(/720p.*\.mp4 video\/mp4$/)])
    await expect
      .poll(() => preview.evaluate(() => localStorage.getItem('recentDownloads')))
      .toContain('combined-720.mp4')
  })

  test('waits for a press if another site opened it', async () => {
    const starts: string[] = []
    const page = await harness.open('/', { prepare: (context) => answerApi(context, 'processing') })
    page.on('request', (request) => {
      if (request.url().includes('/start-merge') && request.resourceType() === 'fetch')
        starts.push(request.url())
    })
    const preview = new URL(previewPath, page.url()).href
    await page.route('https://foreign.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${preview.replaceAll('&', '&amp;')}">open</a>`,
      }),
    )
    await page.goto('https://foreign.test/')
    await page.getByRole('link', { name: 'open' }).click()
    await page.getByText('Ready when you are').waitFor()
    await page.waitForLoadState('networkidle')
    expect(starts).toEqual([])
    await page.getByRole('button', { name: 'Make this file' }).click()
    await page.getByText('30.8 of 48.2 MB').waitFor()
    expect(starts).toHaveLength(1)
  })
})
