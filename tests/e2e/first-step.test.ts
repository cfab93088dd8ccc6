import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { describeSealed } from '../sealed.ts'
import { useProduct } from './lib/harness.ts'
import { bestPick, formats, linkField as field, message, paste } from './lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const PHONE = { width: 390, height: 844 }

const button = (page: Page) => page.getByRole('button', { name: 'Get formats' })

/** Delays the response of the extraction by `ms` milliseconds. */
async function slowAnswer(page: Page, ms: number): Promise<void> {
  await page.route('**/api/download-video', async (route) => {
    const answer = await route.fetch()
    await page.waitForTimeout(ms)
    await route.fulfill({ response: answer })
  })
}

describeSealed('the first step of a visitor', () => {
  const harness = useProduct()

  test.each(['/', '/youtube-downloader'])(
    'a paste outside the field puts the link into the field exactly once on %s',
    async (path) => {
      const page = await harness.open(path, { permissions: ['clipboard-read', 'clipboard-write'] })
      await page.waitForLoadState('networkidle')
      await page.evaluate((text) => navigator.clipboard.writeText(text), LINK)
      await page.locator('body').click({ position: { x: 5, y: 300 } })
      await page.keyboard.press('Control+V')
      await expect.poll(() => field(page).inputValue()).not.toBe('')
      // The paste that the browser itself performs would follow in the same task.
      await bestPick(page).waitFor({ timeout: 35_000 })
      expect(await field(page).inputValue()).toBe(LINK)
    },
  )

  test('a submit before the scripts have loaded leads to the formats, and the page works after hydration', async () => {
    const page = await harness.open('/robots.txt')
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(harness.address, { waitUntil: 'commit' })
    // Before hydration a press on Paste would have no effect, so the button is disabled.
    expect(await page.getByRole('button', { name: 'Paste' }).isDisabled()).toBe(true)
    await field(page).fill(LINK)
    await button(page).click({ noWaitAfter: true })
    await page.waitForURL(/[?&]go=/, { waitUntil: 'commit' })
    held.resolve()
    expect((await formats(page)).some((row) => row.startsWith('1080p MP4'))).toBe(true)
    await page.waitForURL((url) => url.search === '')
    await page.getByRole('button', { name: 'Clear link' }).click()
    await bestPick(page).waitFor({ state: 'detached' })
  })

  test('without JavaScript the page that the server sends lists the formats of a link', async () => {
    const page = await harness.open('/youtube-downloader', { javaScriptEnabled: false })
    await paste(page, LINK)
    expect((await formats(page)).some((row) => row.startsWith('1080p MP4'))).toBe(true)
    expect(await field(page).inputValue()).toBe(LINK)
  })

  test('without JavaScript the page names the error in the link and keeps the submitted text', async () => {
    const page = await harness.open('/', { javaScriptEnabled: false })
    await paste(page, 'not a link')
    expect(await message(page)).toBe('Please enter a valid URL (must include http:// or https://)')
    expect(await field(page).inputValue()).toBe('not a link')
  })

  test.each([
    ['/', PHONE],
    ['/', { width: 1_280, height: 800 }],
    ['/youtube-downloader', PHONE],
  ])('on %s the layout shift stays tiny if the response takes 2.5 seconds (%o)', async (path, viewport) => {
    const page = await harness.open(path, { viewport })
    await slowAnswer(page, 2_500)
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluateHandle(() => {
      const seen: string[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        })[])
          if (!entry.hadRecentInput) seen.push(entry.value.toFixed(3))
      }).observe({ type: 'layout-shift' })
      return seen
    })
    await paste(page, LINK)
    await bestPick(page).waitFor({ timeout: 35_000 })
    await page.waitForTimeout(1_500) // The page scrolls to the result after half a second.
    const total = (await shifts.jsonValue()).reduce((sum, value) => sum + Number(value), 0)
    expect(total, 'cumulative layout shift').toBeLessThanOrEqual(0.02)
  })

  test('the page shows the formats at the moment at which the form stops being busy', async () => {
    const page = await harness.open()
    await page.waitForLoadState('networkidle')
    const gaps = await page.evaluateHandle(() => {
      const seen: string[] = []
      const form = document.querySelector('form')!
      let wasBusy = false
      new MutationObserver(() => {
        const isBusy = form.getAttribute('aria-busy') === 'true'
        if (wasBusy && !isBusy && !document.querySelector('#result')) seen.push('neither busy nor formats')
        wasBusy ||= isBusy
      }).observe(document.querySelector('main')!, { subtree: true, childList: true, attributes: true })
      return seen
    })
    await paste(page, LINK)
    await formats(page)
    expect(await gaps.jsonValue()).toEqual([])
  })
})
