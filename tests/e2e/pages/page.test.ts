import { expect, test } from 'vitest'
import { linkField, openFormats, overflow, screenshot, submitLink, watchOrigins } from '../lib/visit.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

const pages = [
  ['home', '/'],
  ['youtube', '/youtube-downloader'],
  ['alias', '/rednote-to-mp3'],
  ['preview-without-url', '/preview'],
] as const

describeSealed('the pages of the product work in Chromium', () => {
  const harness = useProduct()

  for (const [name, path] of pages)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`${path} logs no error and fits in ${colorScheme}`, async () => {
        const page = await harness.open(path, { colorScheme })
        await page.waitForLoadState('networkidle')
        expect(await page.locator('h1').count()).toBeGreaterThan(0)
        await screenshot(page, colorScheme === 'dark' ? `${name}-dark` : name)
        expect(await overflow(page), 'pixels of horizontal overflow').toBe(0)
      })

  test('answers 404 with a link home', async () => {
    harness.expectConsoleError(/status of 404/)
    const page = await harness.open('/no-such-page')
    expect((await fetch(`${harness.address}/no-such-page`)).status).toBe(404)
    await page
      .getByRole('link', { name: /home|start/i })
      .first()
      .waitFor()
    await screenshot(page, 'not-found')
  })

  test('moves the parameter url into the field', async () => {
    const page = await harness.open(`/?url=${encodeURIComponent('https://cdn.example/combined-720.mp4')}`)
    const field = linkField(page)
    await expect.poll(() => field.inputValue()).toBe('https://cdn.example/combined-720.mp4')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.getByRole('button', { name: 'Get formats' }).click()
    expect(await openFormats(page)).not.toEqual([])
  })

  test('shows "Error: No URL provided" without a url', async () => {
    const page = await harness.open('/preview')
    await page.getByText('Error: No URL provided').waitFor()
  })

  test('a visitor can submit the form with the keyboard alone', async () => {
    const page = await harness.open()
    await linkField(page).focus()
    await page.keyboard.type('https://cdn.example/audio.mp3')
    await page.keyboard.press('Enter')
    expect((await openFormats(page)).some((row) => row.includes('MP3'))).toBe(true)
  })

  test('asks only its own origin during an extraction', async () => {
    const page = await harness.open('/preview')
    const origins = watchOrigins(page)
    await page.goto(harness.address)
    await submitLink(page, 'https://cdn.example/combined-720.mp4')
    await openFormats(page)
    await page.waitForLoadState('networkidle')
    expect([...origins]).toEqual([harness.address])
  })

  test('loads the styles of the next page first', async () => {
    const page = await harness.open('/preview', { waitUntil: 'networkidle' })
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') fetched.push(new URL(request.url()).pathname)
    })
    const article = page.locator('article').first()
    await page.goto(`${harness.address}/blog`)
    const whenOpened = await article.boundingBox()
    await page.waitForLoadState('networkidle')
    await page.goto(`${harness.address}/youtube-downloader`)
    await page.waitForLoadState('networkidle')
    // Only the stylesheet of the consent banner may be fetched: the server does not render the banner, so its
    // styles are not in the HTML.
    expect(fetched.filter((path) => !path.includes('/consent-banner-'))).toEqual([])
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
    await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor()
    expect(await article.boundingBox()).toEqual(whenOpened)
    expect(fetched.filter((path) => path.includes('/reading-')).length).toBe(1)
  })

  test('the menu and the form work in a window of phone size', async () => {
    const page = await harness.open('/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByText('Popular Platforms').waitFor()
    await page.keyboard.press('Escape')
    await submitLink(page, 'https://cdn.example/combined-720.mp4')
    expect(await openFormats(page)).not.toEqual([])
  })
})
