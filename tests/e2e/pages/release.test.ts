import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { hydrated, linkField, openFormats } from '../lib/visit.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

// Tests a page that stays open while a new release removes the chunks that the page would load next.

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'

describeSealed('a page of an earlier release handles missing chunks', () => {
  const harness = useProduct()

  /**
   * Opens the home page. `loads` sets when requests for the JavaScript chunk of the form succeed:
   * - 0: always.
   * - 2: from the second load of the page on. During the first load they get status 404.
   * - Infinity: never. They always get status 404.
   *
   * `documents` returns how often the browser has loaded a page.
   */
  async function openOld(loads: number): Promise<{ page: Page; documents: () => number }> {
    harness.expectConsoleError(/status of 404|dynamically imported module/)
    let count = 0
    const page = await harness.open('/', {
      prepare: async (context) => {
        context.on('request', (request) => {
          if (request.isNavigationRequest()) count++
        })
        await context.route('**/assets/form-logic-*.js', (route) =>
          count < loads ? route.fulfill({ status: 404, body: '' }) : route.continue(),
        )
      },
    })
    await hydrated(page)
    return { page, documents: () => count }
  }

  test('reloads once for a missing chunk and keeps the text', async () => {
    const { page, documents } = await openOld(2)
    await linkField(page).fill(LINK)
    await expect.poll(documents).toBe(2)
    await hydrated(page)
    await expect.poll(() => linkField(page).inputValue()).toBe(LINK)
    await page.getByRole('button', { name: 'Get formats' }).click()
    await openFormats(page)
    expect(documents()).toBe(2)
  })

  test('two missing chunks make the page reload only once', async () => {
    const { page, documents } = await openOld(0)
    await linkField(page).fill(LINK)
    // The page requests /api/config once for each missing chunk. The first response starts the reload. The
    // test delays the second request by 30 ms, so that the second response arrives after the reload has
    // started.
    let calls = 0
    await page.route('**/api/config', (route) =>
      setTimeout(() => void route.continue().catch(() => {}), 30 * calls++),
    )
    await page.evaluate(() => {
      for (let n = 0; n < 2; n++) dispatchEvent(new Event('vite:preloadError'))
    })
    await expect.poll(() => documents()).toBe(2)
    await hydrated(page)
    await expect.poll(() => linkField(page).inputValue()).toBe(LINK)
    expect(documents()).toBe(2)
  })

  test('shows a message if the chunk is still missing', async () => {
    const { page, documents } = await openOld(Infinity)
    await linkField(page).fill(LINK)
    await expect.poll(documents).toBe(2)
    await hydrated(page)
    await linkField(page).press('Enter')
    await page
      .getByRole('alert')
      .getByText(/could not be loaded/)
      .waitFor()
    expect(documents()).toBe(2)
  })
})
