import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { grantFor, pictureGrantFor } from '../lib/grants.ts'
import { useProduct } from '../lib/harness.ts'
import { openPreview, plays, ready, save, watchOrigins } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

const PICTURE = 'https://i.ytimg.com/vi/sealedvid00/hqdefault.jpg'
const VIDEO = 'https://cdn.example/combined-360.mp4'

const backdrop = (page: Page) => page.locator('main img[alt=""]')
/**
 * Waits until the thumbnail behind the progress bar is visible. Returns the width of the thumbnail's file in
 * pixels.
 */
const visibleBackdropWidth = async (page: Page) => {
  await expect.poll(() => backdrop(page).evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
  return backdrop(page).evaluate((one) => (one as HTMLImageElement).naturalWidth)
}
/**
 * Returns the left edge, the top edge and the width of three elements, in pixels: the player area, the status
 * line below it, and the file panel.
 */
const geometry = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main noscript + div > *, main noscript + div > div > :first-child')].map(
      (one) => {
        const { x, y, width } = one.getBoundingClientRect()
        return [x, y, width].map(Math.round)
      },
    ),
  )

describeSealed('the preview shows the thumbnail of its item', () => {
  const harness = useProduct()
  const openYouTube = () =>
    openPreview(harness, 'https://www.youtube.com/watch?v=sealedvid00', /^1080p MP4/, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })

  test('stays behind progress and player without a shift', async () => {
    const preview = await openYouTube()
    // The test delays the responses to status requests, so that it can inspect the preview while the merge
    // runs.
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await preview.route('**/api/download/status/**', async (route) => {
      await released
      await route.continue()
    })
    const origins = watchOrigins(preview)
    await preview.reload()
    await preview.getByRole('progressbar').waitFor()
    const address = new URL(preview.url())
    expect(address.searchParams.get('thumbnail_url')).toBe(PICTURE)
    expect(address.hash).toMatch(/(^#|&)tg=[\w.-]{100,}/)
    const before = await geometry(preview)
    expect(before.length).toBeGreaterThan(2)
    expect(await visibleBackdropWidth(preview)).toBe(1_280)
    expect(await preview.getByRole('progressbar').isVisible()).toBe(true)
    release()
    await ready(preview)
    const player = preview.locator('video')
    expect(await player.getAttribute('poster')).toBe(await backdrop(preview).getAttribute('src'))
    expect(await player.getAttribute('poster')).toMatch(/^\/api\/image-proxy\?url=.+&g=.+/)
    // The part for clips comes after the file is ready, below all others.
    expect((await geometry(preview)).slice(0, before.length)).toEqual(before)
    // The player can be pressed only if no other element covers it.
    await player.click({ trial: true })
    expect([...origins]).toEqual([harness.address])
  })

  test('is shared without its grant in the query', async () => {
    const preview = await openYouTube()
    await ready(preview)
    await preview.getByRole('button', { name: 'Share' }).click()
    await preview.getByText('Copied!').waitFor()
    const link = await preview.evaluate(() => navigator.clipboard.readText())
    const other = await harness.open(new URL(link).pathname)
    expect(await visibleBackdropWidth(other)).toBe(1_280)
    expect(new URL(other.url()).search).not.toMatch(/[?&]t?g=/)
  })

  test('is left out if its grant is invalid', async () => {
    harness.expectConsoleError(/status of 403.*\/api\/image-proxy/)
    const preview = `/preview?url=${encodeURIComponent(VIDEO)}&filename=a.mp4`
    const grant = await grantFor(VIDEO)
    const hostile = [
      ['https://evil.example/pixel.gif', ''],
      ['https://evil.example/pixel.gif', await pictureGrantFor(PICTURE)],
      [PICTURE, 'made.up'],
      ['javascript:alert(1)', 'made.up'],
      [`${harness.address}/api/config`, 'made.up'],
    ]
    for (const [picture = '', tg = ''] of hostile) {
      const page = await harness.open('/preview')
      const origins = watchOrigins(page)
      await page.goto(
        `${harness.address}${preview}&thumbnail_url=${encodeURIComponent(picture)}#g=${grant}${tg && `&tg=${tg}`}`,
      )
      await page.locator('video').waitFor()
      await expect.poll(() => backdrop(page).count()).toBe(0)
      await plays(page)
      expect([...origins].filter((origin) => origin !== harness.address)).toEqual(['https://cdn.example'])
    }
  })

  test('does not delay the largest paint', async () => {
    const page = await harness.open('/preview')
    let pictureSentAt = 0
    await page.route('**/api/image-proxy?**', async (route) => {
      const answer = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      pictureSentAt = Date.now()
      await route.fulfill({ response: answer })
    })
    await page.route('**/api/download/start-merge**', (route) => route.fulfill({ json: { task_id: 't' } }))
    await page.route('**/api/download/status/**', (route) =>
      route.fulfill({ json: { task_id: 't', status: 'processing', progress: 40, message: 'Downloading' } }),
    )
    await page.route('**/api/download/watch/**', (route) => route.fulfill({ status: 204 }))
    const ticket = encodeURIComponent('/api/download/start-merge?task_id=x')
    const openedAt = Date.now()
    await page.goto(
      `${harness.address}/preview?url=${ticket}&title=A%20film&filename=a.mp4&thumbnail_url=${encodeURIComponent(PICTURE)}#tg=${await pictureGrantFor(PICTURE)}`,
    )
    expect(await visibleBackdropWidth(page)).toBe(1_280)
    await page.waitForTimeout(500)
    const largest = await page.evaluate(
      () =>
        new Promise<{ at: number; tagName: string }>((resolve) => {
          new PerformanceObserver((list) => {
            const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
            resolve({ at: last.startTime, tagName: last.element?.tagName ?? '' })
          }).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          })
        }),
    )
    expect(pictureSentAt - openedAt).toBeGreaterThan(2_000)
    expect(largest.at).toBeGreaterThan(0)
    expect(largest.tagName, `${largest.at}`).not.toBe('IMG')
  })
})

describeSealed('the preview shows an item that is a picture or a GIF', () => {
  const harness = useProduct()
  const shownPicture = async (page: Page) => {
    const picture = page.locator('main img:not([alt=""])')
    await expect
      .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    expect(await page.locator('video, audio').count()).toBe(0)
    return picture
  }

  test("shows a post's picture through our proxy", async () => {
    const preview = await openPreview(harness, 'https://x.com/maker/status/1002', /JPG/, {
      path: '/twitter-image-downloader',
    })
    const origins = watchOrigins(preview)
    await preview.reload()
    const picture = await shownPicture(preview)
    expect(await picture.getAttribute('alt')).not.toBe('')
    expect((await save(preview)).name).toMatch(/\.jpg$/)
    expect([...origins]).toEqual([harness.address])
    await expect.poll(() => preview.getByText('Bitrate').count()).toBe(0)
  })

  test('shows a GIF that can be saved', async () => {
    const preview = await openPreview(harness, 'https://x.com/maker/status/1003', /GIF/, {
      path: '/twitter-gif-downloader',
    })
    await ready(preview)
    await shownPicture(preview)
    const saved = await save(preview)
    expect(saved.name).toMatch(/\.gif$/)
    expect(saved.bytes.subarray(0, 4).toString()).toBe('GIF8')
  })

  test('says that a picture cannot be decoded', async () => {
    // The source sends a video under the name of a picture.
    const url = encodeURIComponent(VIDEO)
    const page = await harness.open(`/preview?url=${url}&filename=a.jpg#g=${await grantFor(VIDEO)}`)
    await page.getByText('Preview Unavailable').waitFor()
    await page.getByRole('link', { name: /^Download/ }).waitFor()
    expect(await page.getByText('Preview Unavailable').isVisible()).toBe(true)
  })

  test('says that a refused picture has expired', async () => {
    harness.expectConsoleError(/status of 403|This link has expired/)
    const url = encodeURIComponent('https://pbs.twimg.com/media/901.jpg')
    const page = await harness.open(`/preview?url=${url}&filename=a.jpg#g=made.up`)
    await page.getByText(failures.stale.text).first().waitFor()
  })
})
