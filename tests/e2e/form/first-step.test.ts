import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import {
  bestPick,
  delayExtraction,
  linkField as field,
  openFormats,
  submitLink,
  waitForAlert,
  watchLayoutShifts,
} from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const PHONE = { width: 390, height: 844 }

const button = (page: Page) => page.getByRole('button', { name: 'Get formats' })

describeSealed('a visitor can submit a link before and after hydration', () => {
  const harness = useProduct()

  test.each(['/', '/youtube-downloader'])('on %s, Ctrl+V inserts a link once', async (path) => {
    const page = await harness.open(path, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.waitForLoadState('networkidle')
    await page.evaluate((text) => navigator.clipboard.writeText(text), LINK)
    await page.locator('body').click({ position: { x: 5, y: 300 } })
    await page.keyboard.press('Control+V')
    await expect.poll(() => field(page).inputValue()).not.toBe('')
    // The page itself inserts the pasted link, so the browser must not insert the link again. The test
    // waits for the formats before it reads the field, because a second copy would have appeared by then.
    await bestPick(page).waitFor()
    expect(await field(page).inputValue()).toBe(LINK)
  })

  test('shows the formats of a form sent before the scripts', async () => {
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
    expect((await openFormats(page)).some((row) => row.startsWith('1080p MP4'))).toBe(true)
    await page.waitForURL((url) => url.search === '')
    await page.getByRole('button', { name: 'Clear link' }).click()
    await bestPick(page).waitFor({ state: 'detached' })
  })

  test('lists the formats without JavaScript', async () => {
    const page = await harness.open('/youtube-downloader', { javaScriptEnabled: false })
    await submitLink(page, LINK)
    await page.getByRole('link', { name: /^Download 1080p MP4/ }).waitFor()
    expect(await field(page).inputValue()).toBe(LINK)
  })

  test('keeps a wrong text without JavaScript', async () => {
    const page = await harness.open('/', { javaScriptEnabled: false })
    await submitLink(page, 'not a link')
    expect(await waitForAlert(page)).toBe('Please enter a valid URL (must include http:// or https://)')
    expect(await field(page).inputValue()).toBe('not a link')
  })

  test.each([
    ['/', PHONE, 9_000],
    ['/', { width: 1_280, height: 800 }, 9_000],
    ['/youtube-downloader', PHONE, 2_500],
  ])('%s shifts at most 0.02 (viewport: %o, answer after %i ms)', async (path, viewport, ms) => {
    const page = await harness.open(path, { viewport })
    await delayExtraction(page, ms)
    await page.waitForLoadState('networkidle')
    const checkShifts = await watchLayoutShifts(page)
    await submitLink(page, LINK)
    await bestPick(page).waitFor()
    // The page scrolls to the result half a second after the result appears. The test waits until the
    // scrolling is over, so that layout shifts during the scrolling are checked, too.
    await page.waitForTimeout(1_500)
    await checkShifts()
  })

  test('the form is busy (aria-busy) until the formats are visible', async () => {
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
    await submitLink(page, LINK)
    await openFormats(page)
    expect(await gaps.jsonValue()).toEqual([])
  })

  test('shows an outline only during an extraction', async () => {
    harness.expectConsoleError(/status of (4|5)\d\d .*\/api\/download-video|^Failure: /)
    const page = await harness.open()
    const outline = page.locator('main div[aria-hidden="true"]:has(> div > div > i)')
    await delayExtraction(page, 1_500)
    await submitLink(page, 'https://www.youtube.com/watch?v=privatevid0')
    await expect.poll(() => outline.isVisible()).toBe(true)
    await waitForAlert(page)
    expect(await outline.count()).toBe(1)
    expect(await outline.isVisible()).toBe(false)
  })
})
