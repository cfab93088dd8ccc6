import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { useProduct } from './lib/harness.ts'
import { describeSealed } from '../sealed.ts'

const PHONE = { width: 360, height: 800 }
const TIKTOK = 'https://www.tiktok.com/@_/video/7000000000000000001'

/** Makes TikTok refuse our servers in what the page learns. */
const refused = (context: BrowserContext) =>
  context.route('**/api/platforms', (route) =>
    route.fulfill({ json: { tiktok: { state: 'refused', since: new Date().toISOString() } } }),
  )

/** The distance of the list of platforms, or of the first section, from the top of the page. */
const below = (page: Page) =>
  page.evaluate(() => document.querySelector('main > .wrap')!.getBoundingClientRect().top)

describeSealed('the line about a platform that refuses us', () => {
  const harness = useProduct()
  const status = (page: Page) => page.getByRole('status').first()

  test('it appears on the home page when a link of that platform is typed, and nothing moves', async () => {
    const page = await harness.open('/', { viewport: PHONE, prepare: refused })
    const before = await below(page)
    await page.getByLabel('Link to a video, song or episode').fill(TIKTOK)
    await expect.poll(() => status(page).textContent()).toMatch(/^TikTok has refused us since \d\d:\d\d\.$/)
    expect(await below(page)).toBe(before)
    await page.getByLabel('Link to a video, song or episode').fill('https://vimeo.com/200000001')
    await expect.poll(() => status(page).textContent()).toBe('')
  })

  test('it appears on the page of that platform as soon as the field has the focus', async () => {
    const page = await harness.open('/tiktok', { viewport: PHONE, prepare: refused })
    const before = await below(page)
    await page.getByLabel('Link to a video, song or episode').focus()
    await expect.poll(() => status(page).textContent()).toMatch(/^TikTok has refused us since/)
    expect(await below(page)).toBe(before)
  })

  test('it does not appear while the platform works', async () => {
    const page = await harness.open('/')
    const answer = page.waitForResponse('**/api/platforms')
    await page.getByLabel('Link to a video, song or episode').fill(TIKTOK)
    expect(await (await answer).json()).toEqual({})
    expect(await status(page).textContent()).toBe('')
  })
})
