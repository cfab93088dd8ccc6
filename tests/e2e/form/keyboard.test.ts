import { expect, test } from 'vitest'
import { bestPick, choose, downloadOf, linkField, newTab, openFormats, plays, ready } from '../lib/visit.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'

describeSealed('the pages work with the keyboard alone', () => {
  const harness = useProduct()

  test('leads from a link to a saved file', async () => {
    const page = await harness.open()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('url')
    await page.keyboard.type('not a link')
    await page.keyboard.press('Enter')
    await page.getByText(/Please enter a valid URL/).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('url')
    await page.keyboard.press('Escape')
    await page.keyboard.type(LINK)
    await page.keyboard.press('Enter')
    await bestPick(page).waitFor()
    // The focus is on the button of the best format. The next tab stops are the audio as published and as
    // MP3, the picked quality, the clip, and the heading of the collapsed list of formats.
    await expect.poll(() => bestPick(page).evaluate((one) => one === document.activeElement)).toBe(true)
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    expect(await bestPick(page).innerText()).toMatch(/^Download 720p/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    // The focus is on the heading of the list of formats. The next tab stops are the formats.
    const name = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    for (let steps = 0; steps < 12 && !(await name()).startsWith('1080p MP4'); steps++)
      await page.keyboard.press('Tab')
    expect(await name()).toMatch(/^1080p MP4/)
    const preview = await newTab(page, () => page.keyboard.press('Enter'))
    await ready(preview)
    await preview.getByRole('link', { name: /^Download/ }).focus()
    const download = await downloadOf(preview, () => preview.keyboard.press('Enter'))
    expect(download.suggestedFilename()).toMatch(/\.mp4$/)
  })

  test('opens and closes a menu and an answer', async () => {
    const page = await harness.open()
    await page.waitForLoadState('networkidle')
    const opener = page.getByRole('button', { name: 'Platforms' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Video Platforms' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Video Platforms' }).waitFor({ state: 'hidden' })
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true)
    const questions = page.locator('#faq details')
    await questions.nth(1).locator('summary').focus()
    await page.keyboard.press('Space')
    expect(await questions.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
    await page.keyboard.press('Space')
    expect(await page.locator('#faq details[open]').count()).toBe(0)
  })

  test('plays without animation for reduced motion', async () => {
    const page = await harness.open('/', { reducedMotion: 'reduce' })
    await page.waitForLoadState('networkidle')
    const animations = () =>
      page.evaluate(
        () =>
          document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 1)
            .length,
      )
    expect(await animations()).toBe(0)
    await linkField(page).fill(LINK)
    await page.keyboard.press('Enter')
    expect(await animations()).toBe(0)
    await openFormats(page)
    const preview = await choose(page, /^1080p MP4/)
    await ready(preview)
    await plays(preview)
  })

  test('the home page and its form work without JavaScript', async () => {
    const page = await harness.open('/', { javaScriptEnabled: false })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'Xiaoyuzhou FM' }).count()).toBeGreaterThan(0)
    await linkField(page).fill(LINK)
    await page.getByRole('button', { name: 'Get formats' }).click()
    await page.waitForURL((url) => url.searchParams.get('url') === LINK)
  })

  test('keeps a link typed before hydration', async () => {
    const page = await harness.open('/preview')
    // The scripts of the page arrive late, as on a slow network.
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(harness.address, { waitUntil: 'commit' })
    const field = linkField(page)
    await field.fill(LINK)
    release()
    await page.waitForLoadState('networkidle')
    expect(await field.inputValue()).toBe(LINK)
    await page.getByRole('button', { name: 'Get formats' }).click()
    expect(await openFormats(page)).not.toEqual([])
  })
})
