import type { Page } from 'playwright'
import { media } from './media.ts'
import type { PageState } from './page-state.ts'
import { bestPick, openFormats, submitLink } from './visit.ts'

/** Submits a link and waits for its result. */
async function result(page: Page): Promise<Page> {
  await submitLink(page, 'https://www.youtube.com/watch?v=sealedvid00')
  await page.getByRole('heading', { name: /Coastline/ }).waitFor()
  // The page starts to scroll to the result after 500 ms. This wait leaves time for the scrolling.
  await page.waitForTimeout(1_000)
  return page
}

export const resultStates: PageState[] = [
  {
    name: 'result',
    path: '/',
    act: async (page) => void (await result(page)),
  },
  {
    name: 'result-more',
    path: '/',
    act: async (page) => {
      await openFormats(await result(page))
      await page.locator('details details summary').click()
    },
  },
  {
    name: 'result-subtitles',
    path: '/',
    act: async (page) => {
      await openFormats(await result(page))
      await page.locator('details details summary').click()
      await page.getByLabel('Put into the video').selectOption({ label: 'German' })
      await page.getByText('Each video is made with them.').waitFor()
    },
  },
  {
    name: 'result-making',
    path: '/',
    task: 'processing',
    act: async (page) => {
      await bestPick(await result(page)).click()
      await page.getByText('30.8 of 48.2 MB').waitFor()
    },
  },
  {
    name: 'result-offline',
    path: '/',
    task: 'processing',
    act: async (page) => {
      await bestPick(await result(page)).click()
      await page.getByText('30.8 of 48.2 MB').waitFor()
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await page.getByText('You are offline').waitFor()
    },
  },
  {
    name: 'result-saved',
    path: '/',
    task: 'ready',
    act: async (page) => {
      await bestPick(await result(page)).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.getByText(/^Our copy/).waitFor()
      await page.getByText('Other qualities').click()
      await page.getByRole('group', { name: 'Quality' }).waitFor()
    },
  },
  {
    name: 'result-expired',
    path: '/',
    task: 'expired',
    act: async (page) => {
      await bestPick(await result(page)).click()
      await page.getByRole('button', { name: 'Make it again' }).waitFor()
    },
  },
  {
    name: 'result-failed',
    path: '/',
    task: 'failed',
    act: async (page) => {
      await bestPick(await result(page)).click()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    name: 'result-items',
    path: '/',
    act: async (page) => {
      await submitLink(page, 'https://items.example/x')
      await page.getByRole('button', { name: 'Save all 4' }).waitFor()
      await page.waitForTimeout(1_000)
    },
  },
  {
    name: 'result-picture',
    path: '/',
    act: async (page) => {
      const body = await media('picture.jpg')
      await page.route('**/api/proxied_download?**', (route) => route.fulfill({ body }))
      await submitLink(page, 'https://items.example/x')
      await page.getByRole('button', { name: 'Show item 3,' }).click()
      await page.locator('label:has([aria-label="Pick item 1"])').click()
      await page.getByRole('button', { name: /^Save 1, \d+ KB$/ }).waitFor()
      await page.waitForTimeout(1_000)
    },
  },
  {
    name: 'result-item-making',
    path: '/',
    task: 'processing',
    act: async (page) => {
      await submitLink(page, 'https://items.example/x')
      await page.getByRole('link', { name: 'Save this' }).click()
      await page.getByRole('button', { name: 'Cancel' }).waitFor()
    },
  },
  {
    name: 'result-items-saving',
    path: '/',
    act: async (page) => {
      await page.route('**/api/proxied_download?**', () => {}) // No answer comes.
      await submitLink(page, 'https://items.example/x')
      await page.getByRole('button', { name: 'Save all 4' }).click()
      await page.getByText('1 of 4').waitFor()
    },
  },
  {
    name: 'result-items-failed',
    path: '/',
    consoleError: /503/,
    act: async (page) => {
      await page.route('**/api/proxied_download?**', (route) =>
        route.fulfill(
          route.request().method() === 'HEAD' ? { headers: { 'content-length': '305000' } } : { status: 503 },
        ),
      )
      await submitLink(page, 'https://items.example/x')
      await page.locator('label:has([aria-label="Pick item 1"])').click()
      await page.getByRole('button', { name: 'Save 1, 305 KB' }).click()
      await page.getByRole('button', { name: 'Save the 1 that failed, 305 KB' }).waitFor()
    },
  },
  {
    name: 'result-show',
    path: '/',
    act: async (page) => {
      await submitLink(page, 'https://show.example/feed')
      await page.getByRole('button', { name: 'Save all 84' }).waitFor()
      await page.locator('label[for=item-2]').click()
      await page.getByRole('button', { name: 'Save 1' }).waitFor()
      await page.waitForTimeout(1_000)
    },
  },
  {
    name: 'result-links',
    path: '/',
    consoleError: /503/,
    act: async (page) => {
      await submitLink(page, 'https://one.example/film https://wrong.example/film https://three.example/film')
      await page.getByRole('button', { name: /^Try again/ }).waitFor()
      await page
        .getByRole('combobox', { name: /^Format of/ })
        .nth(1)
        .waitFor()
      await page.waitForTimeout(1_000)
    },
  },
]
