import { expect, test } from 'vitest'
import { paste, formats, shoot } from './visit.ts'
import { setStage } from './stage.ts'
import { describeSealed } from '../sealed.ts'

const pages = [
  ['home', '/'],
  ['youtube', '/youtube-downloader'],
  ['alias', '/rednote-to-mp3'],
  ['preview-without-url', '/preview'],
] as const

describeSealed('every page', () => {
  const stage = setStage()

  for (const [name, path] of pages)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`${path} comes to life without a word in the console (${colorScheme})`, async () => {
        const page = await stage.open(path, { colorScheme })
        await page.waitForLoadState('networkidle')
        expect(await page.locator('h1').count()).toBeGreaterThan(0)
        await shoot(page, colorScheme === 'dark' ? `${name}-dark` : name)
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(wide, 'pixels that stick out').toBe(0)
      })

  test('an address that does not exist is a real 404 with a way home', async () => {
    stage.expectNoise(/status of 404/)
    const page = await stage.open('/no-such-page')
    expect((await fetch(`${stage.address}/no-such-page`)).status).toBe(404)
    await page
      .getByRole('link', { name: /home|start/i })
      .first()
      .waitFor()
    await shoot(page, 'not-found')
  })

  test('a link in the address is filled in and leaves the address', async () => {
    const page = await stage.open(`/?url=${encodeURIComponent('https://cdn.example/combined-720.mp4')}`)
    const field = page.getByLabel('Link to a video, song or episode')
    await expect.poll(() => field.inputValue()).toBe('https://cdn.example/combined-720.mp4')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.getByRole('button', { name: 'Get formats' }).click()
    expect(await formats(page)).not.toEqual([])
  })

  test('a preview without a link says what is missing', async () => {
    const page = await stage.open('/preview')
    await page.getByText('Error: No URL provided').waitFor()
  })

  test('the form works by the keyboard alone', async () => {
    const page = await stage.open()
    await page.getByLabel('Link to a video, song or episode').focus()
    await page.keyboard.type('https://cdn.example/audio.mp3')
    await page.keyboard.press('Enter')
    expect((await formats(page)).some((row) => row.includes('MP3'))).toBe(true)
  })

  test('nobody else hears of a visit', async () => {
    const page = await stage.open('/preview')
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    await page.goto(stage.address)
    await paste(page, 'https://cdn.example/combined-720.mp4')
    await formats(page)
    await page.waitForLoadState('networkidle')
    expect([...asked]).toEqual([stage.address])
  })

  test('a page carries its own styles, and those of the next come before it is shown', async () => {
    const page = await stage.open('/preview')
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') fetched.push(new URL(request.url()).pathname)
    })
    const article = page.locator('article').first()
    await page.goto(`${stage.address}/blog`)
    const whenOpened = await article.boundingBox()
    await page.waitForLoadState('networkidle')
    await page.goto(`${stage.address}/youtube-downloader`)
    await page.waitForLoadState('networkidle')
    // The consent banner is no part of a page: its styles come along with its script.
    expect(fetched.filter((path) => !path.includes('/consent-banner-'))).toEqual([])
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
    await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor()
    expect(await article.boundingBox()).toEqual(whenOpened)
    expect(fetched.filter((path) => path.includes('/reading-')).length).toBe(1)
  })

  test('on a telephone everything fits and the menu opens', async () => {
    const page = await stage.open('/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByText('Popular Platforms').waitFor()
    await page.keyboard.press('Escape')
    await paste(page, 'https://cdn.example/combined-720.mp4')
    expect(await formats(page)).not.toEqual([])
  })
})
