import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

const PHONE = { width: 360, height: 800 }
const TIKTOK = 'https://www.tiktok.com/@_/video/7000000000000000001'

/** Makes GET /api/platforms report that TikTok refuses our servers. */
const refused = (context: BrowserContext) =>
  context.route('**/api/platforms', (route) =>
    route.fulfill({ json: { tiktok: { state: 'refused', since: new Date().toISOString() } } }),
  )

/** Returns the distance between the top of the page and the first section below the form, in pixels. */
const below = (page: Page) =>
  page.evaluate(() => document.querySelector('main > .wrap')!.getBoundingClientRect().top)

describeSealed('the page shows a notice about a platform that refuses us', () => {
  const harness = useProduct()
  const status = (page: Page) => page.getByRole('status').first()

  test('shows a notice of a typed link without a shift', async () => {
    const page = await harness.open('/', { viewport: PHONE, prepare: refused })
    const before = await below(page)
    await page.getByLabel('Link to a video, song or episode').fill(TIKTOK)
    await expect.poll(() => status(page).textContent()).toMatch(/^TikTok has refused us since \d\d:\d\d\.$/)
    expect(await below(page)).toBe(before)
    await page.getByLabel('Link to a video, song or episode').fill('https://vimeo.com/200000001')
    await expect.poll(() => status(page).textContent()).toBe('')
  })

  test('shows a notice when the TikTok field gets the focus', async () => {
    const page = await harness.open('/tiktok', { viewport: PHONE, prepare: refused })
    const before = await below(page)
    await page.getByLabel('Link to a video, song or episode').focus()
    await expect.poll(() => status(page).textContent()).toMatch(/^TikTok has refused us since/)
    expect(await below(page)).toBe(before)
  })

  test('shows no notice of a working platform', async () => {
    const page = await harness.open('/')
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/platforms'),
      page.getByLabel('Link to a video, song or episode').fill(TIKTOK),
    ])
    expect(await answer.json()).toEqual({})
    expect(await status(page).textContent()).toBe('')
  })
})
