import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { bestPick, hydrated, savedInPlace } from '../lib/visit.ts'

const RICH = 'https://www.youtube.com/watch?v=ordinary000'
const CAPTIONS = 'https://streams.example/captions/master.m3u8'
const POST = 'https://x.com/maker/status/1009'
const SEVERAL = `${RICH}\nhttps://vimeo.com/76979871\nhttps://soundcloud.com/maker/song\nhttps://direct.example/dl/get\nhttps://x.com/maker/status/1001`

type Press = (page: Page) => Locator
const paste: Press = (page) => page.getByRole('button', { name: 'Paste' })
const button =
  (name: RegExp): Press =>
  (page) =>
    page.getByRole('button', { name })
const link =
  (name: RegExp): Press =>
  (page) =>
    page.getByRole('link', { name }).first()
const chip =
  (name: RegExp): Press =>
  (page) =>
    page.locator('label').filter({ hasText: name })

/** The last press of each saves a file. */
const wishes: [wish: string, link: string, presses: Press[], file: RegExp][] = [
  ['the best quality', RICH, [paste, bestPick], /1080p.*\.mp4$/],
  ['another quality', RICH, [paste, chip(/^720p/), bestPick], /720p.*\.mp4$/],
  ['an MP3', RICH, [paste, link(/^Audio only MP3/)], /\.mp3$/],
  ['subtitles', CAPTIONS, [paste, button(/^\d+ subtitles?$/), link(/as SRT$/)], /\.srt$/],
  [
    'a chapter',
    RICH,
    [paste, button(/^3 chapters$/), button(/Middle$/), link(/^Download 0:04 clip/)],
    /0\.04-0\.08.*\.mp4$/,
  ],
  ['a clip', RICH, [paste, button(/^Clip$/), link(/^Download 0:10 clip/)], /\.mp4$/],
  ['all of a post', POST, [paste, button(/^Save all 2/)], /\.zip$/],
  ['the first of several links', SEVERAL, [paste, button(/^Save all 5/)], /1080p.*\.mp4$/],
]

describeSealed('a wish takes as few presses as it can', () => {
  const harness = useProduct()

  const openWith = async (text: string) => {
    const page = await harness.open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate((one) => navigator.clipboard.writeText(one), text)
    await hydrated(page)
    return page
  }

  test.each(wishes)('%s', async (_, text, presses, file) => {
    const page = await openWith(text)
    for (const press of presses.slice(0, -1)) await press(page).click()
    const saved = await savedInPlace(page, () => presses.at(-1)!(page).click())
    expect(saved.name).toMatch(file)
  })

  test('watching takes two presses', async () => {
    const page = await openWith(RICH)
    await paste(page).click()
    await button(/^Watch /)(page).click()
    await expect
      .poll(() => page.locator('video:not([inert])').evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeGreaterThan(0.5)
  })
})
