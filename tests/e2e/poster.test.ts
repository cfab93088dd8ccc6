import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { grantFor, GRANT_KEYS, pictureGrantFor } from './grants.ts'
import { setStage } from './stage.ts'
import { choose, formats, paste, plays, ready, save } from './visit.ts'
import { describeSealed } from '../sealed.ts'

const PICTURE = 'https://i.ytimg.com/vi/sealedvid00/hqdefault.jpg'
const FILM = 'https://cdn.example/combined-360.mp4'

const backdrop = (page: Page) => page.locator('main img[alt=""]')
/** Width of the picture behind everything, once it is seen. */
const seen = async (page: Page) => {
  await expect
    .poll(() => backdrop(page).evaluate((one) => getComputedStyle(one).opacity), { timeout: 15_000 })
    .toBe('1')
  return backdrop(page).evaluate((one) => (one as HTMLImageElement).naturalWidth)
}
/** Where everything stands: screen, line below it, ticket. */
const geometry = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main h1 + div > *, main h1 + div > div > :first-child')].map((one) => {
      const { x, y, width } = one.getBoundingClientRect()
      return [x, y, width].map(Math.round)
    }),
  )

describeSealed('the picture of an item', () => {
  const stage = setStage({ GRANT_KEYS })
  const open = async (link: string, row: RegExp) => {
    const page = await stage.open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    await paste(page, link)
    await formats(page)
    return choose(page, row)
  }

  test('stands behind the percentage and on the player, and moves nothing', async () => {
    const preview = await open('https://www.youtube.com/watch?v=sealedvid00', /^1080p MP4/)
    // Answers about the task are held back, so that the making can be looked at.
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await preview.route('**/api/download/status/**', async (route) => {
      await held
      await route.continue()
    })
    const asked = new Set<string>()
    preview.on('request', (request) => asked.add(new URL(request.url()).origin))
    await preview.reload()
    await preview.getByRole('progressbar').waitFor()
    const address = new URL(preview.url())
    expect(address.searchParams.get('thumbnail_url')).toBe(PICTURE)
    expect(address.hash).toMatch(/(^#|&)tg=[\w.-]{100,}/)
    const before = await geometry(preview)
    expect(before).toHaveLength(3)
    expect(await seen(preview)).toBe(1_280)
    expect(await preview.getByRole('progressbar').isVisible()).toBe(true)
    goOn()
    await ready(preview)
    const player = preview.locator('video')
    expect(await player.getAttribute('poster')).toBe(await backdrop(preview).getAttribute('src'))
    expect(await player.getAttribute('poster')).toMatch(/^\/api\/image-proxy\?url=.+&g=.+/)
    expect(await geometry(preview)).toEqual(before)
    // The player's own controls are what a press meets.
    await player.click({ trial: true })
    expect([...asked]).toEqual([stage.address])
  })

  test('goes along with a shared link', async () => {
    const preview = await open('https://www.youtube.com/watch?v=sealedvid00', /^1080p MP4/)
    await ready(preview)
    await preview.getByRole('button', { name: 'Share' }).click()
    await preview.getByText('Copied!').waitFor()
    const link = await preview.evaluate(() => navigator.clipboard.readText())
    const other = await stage.open(new URL(link).pathname)
    expect(await seen(other)).toBe(1_280)
    expect(new URL(other.url()).search).not.toMatch(/[?&]t?g=/)
  })

  test('that somebody made up is never asked for, and the page works without it', async () => {
    stage.expectNoise(/status of 403.*\/api\/image-proxy/)
    const film = `/preview?url=${encodeURIComponent(FILM)}&filename=a.mp4`
    const grant = await grantFor(FILM)
    const hostile = [
      ['https://evil.example/pixel.gif', ''],
      ['https://evil.example/pixel.gif', await pictureGrantFor(PICTURE)],
      [PICTURE, 'made.up'],
      ['javascript:alert(1)', 'made.up'],
      [`${stage.address}/api/config`, 'made.up'],
    ]
    for (const [picture = '', tg = ''] of hostile) {
      const page = await stage.open('/preview')
      const asked = new Set<string>()
      page.on('request', (request) => asked.add(new URL(request.url()).host))
      await page.goto(
        `${stage.address}${film}&thumbnail_url=${encodeURIComponent(picture)}#g=${grant}${tg && `&tg=${tg}`}`,
      )
      await page.locator('video').waitFor()
      await expect.poll(() => backdrop(page).count()).toBe(0)
      await plays(page)
      expect([...asked].filter((host) => host !== new URL(stage.address).host)).toEqual(['cdn.example'])
    }
  })

  test('that comes late delays nothing: the largest thing on the page was there before', async () => {
    const page = await stage.open('/preview')
    let arrived = 0
    await page.route('**/api/image-proxy?**', async (route) => {
      const answer = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      arrived = Date.now()
      await route.fulfill({ response: answer })
    })
    await page.route('**/api/download/start-merge**', (route) => route.fulfill({ json: { task_id: 't' } }))
    await page.route('**/api/download/status/**', (route) =>
      route.fulfill({ json: { task_id: 't', status: 'processing', progress: 40, message: 'Downloading' } }),
    )
    const ticket = encodeURIComponent('/api/download/start-merge?task_id=x')
    const begun = Date.now()
    await page.goto(
      `${stage.address}/preview?url=${ticket}&title=A%20film&filename=a.mp4&thumbnail_url=${encodeURIComponent(PICTURE)}#tg=${await pictureGrantFor(PICTURE)}`,
    )
    expect(await seen(page)).toBe(1_280)
    await page.waitForTimeout(500)
    const largest = await page.evaluate(
      () =>
        new Promise<{ at: number; what: string }>((resolve) => {
          new PerformanceObserver((list) => {
            const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
            resolve({ at: last.startTime, what: last.element?.tagName ?? '' })
          }).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          })
        }),
    )
    expect(arrived - begun).toBeGreaterThan(2_000)
    expect(largest.at).toBeGreaterThan(0)
    expect(largest.what, `${largest.at}`).not.toBe('IMG')
  })
})

describeSealed('a picture', () => {
  const stage = setStage()
  const shown = async (page: Page) => {
    const picture = page.locator('main img:not([alt=""])')
    await expect
      .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    expect(await page.locator('video, audio').count()).toBe(0)
    return picture
  }

  test('of a post is shown as one, by our proxy, and can be saved', async () => {
    const page = await stage.open('/twitter-image-downloader')
    await paste(page, 'https://x.com/maker/status/1002')
    await formats(page)
    const preview = await choose(page, /JPG/)
    const asked = new Set<string>()
    preview.on('request', (request) => asked.add(new URL(request.url()).origin))
    await preview.reload()
    const picture = await shown(preview)
    expect(await picture.getAttribute('alt')).not.toBe('')
    expect((await save(preview)).name).toMatch(/\.jpg$/)
    expect([...asked]).toEqual([stage.address])
    await expect.poll(() => preview.getByText('Bitrate').count()).toBe(0)
  })

  test('that moves is made, shown as one, and can be saved', async () => {
    const page = await stage.open('/twitter-gif-downloader')
    await paste(page, 'https://x.com/maker/status/1003')
    await formats(page)
    const preview = await choose(page, /GIF/)
    await ready(preview)
    await shown(preview)
    const saved = await save(preview)
    expect(saved.name).toMatch(/\.gif$/)
    expect(saved.bytes.subarray(0, 4).toString()).toBe('GIF8')
  })

  test('that cannot be had says so and can still be tried', async () => {
    stage.expectNoise(/status of 403/)
    const url = encodeURIComponent('https://pbs.twimg.com/media/901.jpg')
    const page = await stage.open(`/preview?url=${url}&filename=a.jpg#g=made.up`)
    await page.getByText('Preview Unavailable').waitFor()
  })
})
