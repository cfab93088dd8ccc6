import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { openPreview, plays } from '../lib/visit.ts'

describeSealed('a media link that dies while it plays is looked up again', () => {
  const harness = useProduct()

  /** Refuses the media of a page as an expired link until the item is extracted again. */
  async function refuseUntilExtracted(page: Page): Promise<string[]> {
    const extractions: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(paths.downloadVideo)) extractions.push(request.url())
    })
    await page.route(`**${paths.proxiedDownload}?**`, (route) =>
      extractions.length > 0
        ? route.fallback()
        : route.fulfill({ status: 403, json: { error: 'This link has expired.', code: 'stale' } }),
    )
    return extractions
  }

  /** The player with a fresh link replaces the one before. */
  async function playsAgain(page: Page, video: string): Promise<void> {
    const isLoaded = () =>
      page.evaluate((css) => document.querySelector<HTMLVideoElement>(css)?.readyState ?? 0, video)
    await expect.poll(isLoaded).toBeGreaterThan(0)
    await plays(page)
  }

  test('the file that comes straight from the site', async () => {
    harness.expectConsoleError(/status of 403|ERR_|blocked/)
    const preview = await openPreview(harness, 'https://cdn.example/combined-720.mp4', /^720p MP4/)
    await plays(preview)
    const extractions = await refuseUntilExtracted(preview)
    await preview.route('https://cdn.example/**', (route) => route.abort())
    await preview.locator('video').evaluate((video: HTMLVideoElement) => video.load())
    await expect.poll(() => extractions.length).toBe(1)
    await playsAgain(preview, 'video[src^="/api/proxied_download"]')
  })
})
