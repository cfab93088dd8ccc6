import type { Page } from 'playwright'
import { previewPath, type TaskState } from './fake-api.ts'
import { submitLink } from './visit.ts'

// Page states for the tests of accessibility and layout. fake-api.ts returns the API responses of these
// states.

/** A page in one of its states. */
export type PageState = {
  name: string
  path: string
  task?: TaskState
  /** The file that the player receives. If it is absent, the player cannot play anything. */
  file?: 'combined-720.mp4' | 'picture.jpg'
  /** Matches the console error that this page state causes. */
  consoleError?: RegExp
  /** Brings the opened page into this state. */
  act?: (page: Page) => Promise<void>
}

const files = new Map<string, Promise<Buffer>>()
/**
 * Fetches a file from the sealed internet (the simulated internet in tests/internet). Each file is fetched
 * only once.
 */
export function media(name: string): Promise<Buffer> {
  const known = files.get(name)
  if (known) return known
  const bytes = fetch(`https://cdn.example/${name}`).then(async (one) => Buffer.from(await one.arrayBuffer()))
  files.set(name, bytes)
  return bytes
}
/**
 * Query parameter and fragment that add a thumbnail to a preview URL. The grant of the thumbnail is invalid,
 * but the edge never checks this grant, because the test itself responds to the request for the thumbnail.
 */
const thumbnail = `&thumbnail_url=${encodeURIComponent('https://i.ytimg.com/a.jpg')}#tg=granted`
const thumbnailVisible = (page: Page) =>
  page.waitForFunction(() => {
    const picture = document.querySelector('main img[alt=""]')
    return picture && getComputedStyle(picture).opacity === '1'
  })

/** All page states that the tests check: every kind of page in each of its states. */
export const states: PageState[] = [
  { name: 'home', path: '/' },
  { name: 'home-consent', path: '/' },
  {
    name: 'home-menu',
    path: '/',
    act: async (page) => {
      const [menu, platforms] = [
        page.getByRole('button', { name: 'Menu' }),
        page.getByRole('button', { name: 'Platforms' }),
      ]
      await ((await menu.isVisible()) ? menu : platforms).click()
    },
  },
  {
    name: 'home-recent',
    path: '/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Recent downloads' }).click()
      await page.getByRole('checkbox').check()
      await page.getByText('Nothing yet').waitFor()
    },
  },
  {
    name: 'home-error',
    path: '/',
    consoleError: /503|limiting us/,
    act: async (page) => {
      await submitLink(page, 'https://wrong.example/x')
      await page.getByText(/limiting us/).waitFor()
    },
  },
  {
    name: 'result',
    path: '/',
    act: async (page) => {
      await submitLink(page, 'https://www.youtube.com/watch?v=sealedvid00')
      await page.getByRole('heading', { name: /Coastline/ }).waitFor()
      // The page starts to scroll to the result after 500 ms. This wait leaves time for the scrolling.
      await page.waitForTimeout(1_000)
    },
  },
  { name: 'platform', path: '/vimeo-downloader' },
  { name: 'platform-audio', path: '/xiaoyuzhou-downloader' },
  {
    name: 'processing',
    path: previewPath + thumbnail,
    task: 'processing',
    act: async (page) => {
      await page.getByText('30.8 of 48.2 MB').waitFor()
      await thumbnailVisible(page)
    },
  },
  {
    name: 'ready',
    path: previewPath,
    task: 'ready',
    file: 'combined-720.mp4',
    act: (page) => page.getByText('Available for').waitFor(),
  },
  {
    name: 'ready-audio',
    path: previewPath.replace('is_audio=false', 'is_audio=true').replace('.mp4', '.m4a') + thumbnail,
    task: 'ready',
    file: 'combined-720.mp4',
    act: async (page) => {
      await page.locator('audio').waitFor()
      await thumbnailVisible(page)
    },
  },
  {
    name: 'ready-picture',
    path: previewPath.replace('.mp4', '.jpg'),
    task: 'ready',
    file: 'picture.jpg',
    act: (page) => page.locator('main img:not([alt=""])').waitFor(),
  },
  {
    name: 'to-phone',
    path: previewPath,
    task: 'ready',
    file: 'combined-720.mp4',
    act: async (page) => {
      await page.getByText('Available for').waitFor()
      const button = page.getByRole('button', { name: 'To phone' })
      if (!(await button.isVisible())) return
      await button.click()
      await page.getByRole('img', { name: /^Code for/ }).waitFor()
    },
  },
  {
    name: 'unavailable',
    path: previewPath,
    task: 'ready',
    act: (page) => page.getByText('Video Preview Unavailable').waitFor(),
  },
  {
    name: 'failed',
    path: previewPath,
    task: 'failed',
    act: (page) => page.getByText('Processing Failed').waitFor(),
  },
  {
    name: 'expired',
    path: previewPath,
    task: 'expired',
    act: (page) => page.getByText('File Expired').waitFor(),
  },
  { name: 'no-url', path: '/preview', act: (page) => page.getByText('Error: No URL provided').waitFor() },
  { name: 'not-found', path: '/nothing-here', consoleError: /404/ },
  ...[
    'blog',
    'blog/1',
    'help-center',
    'how-to-download-videos',
    'cookie-settings',
    'privacy-policy',
    'dmca-policy',
    'terms-of-service',
    'terms-glossary',
  ].map((path) => ({ name: path.replace('/', '-'), path: `/${path}` })),
]
