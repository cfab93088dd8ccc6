import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { hydrated } from '../lib/visit.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

// Tests a page whose browser cannot load one chunk, for example because its connection was lost for a moment.

describeSealed('a page handles a chunk that the browser could not load', () => {
  const harness = useProduct()

  /**
   * Opens the home page. Requests for the chunk get status 404. When a chunk is missing, the page reloads
   * itself only if a request for /api/config succeeds. Here this request gets status 503, so the page stays.
   */
  async function openWithout(chunk: string): Promise<Page> {
    harness.expectConsoleError(/status of (404|503)|dynamically imported module/)
    const page = await harness.open('/', {
      prepare: async (context) => {
        await context.route(`**/assets/${chunk}-*.js`, (route) => route.fulfill({ status: 404, body: '' }))
        await context.route('**/api/config', (route) => route.fulfill({ status: 503, body: '' }))
      },
    })
    await hydrated(page)
    return page
  }

  test('says so beside a page that still works', async () => {
    const page = await openWithout('recent-list')
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    await Promise.all([
      page.waitForResponse(/\/assets\/recent-list-/),
      page.getByRole('button', { name: 'Recent downloads' }).click(),
    ])
    await expect.poll(() => harness.consoleErrors().join()).toMatch(/dynamically imported module/)
    await page.getByRole('alert').filter({ hasText: 'This did not load. Please reload the page.' }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
    await page.keyboard.press('Escape')
    const links = page.getByRole('navigation', { name: 'Legal' })
    await links.getByRole('link', { name: 'DMCA Policy' }).click()
    await page.getByRole('heading', { level: 1, name: /DMCA|Copyright/ }).waitFor()
  })

  test('shows the crash page with working links', async () => {
    const page = await openWithout('help')
    const support = page.getByRole('navigation', { name: 'Support' })
    await support.getByRole('link', { name: 'Help Center' }).click()
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
    await support.getByRole('link', { name: 'Blog' }).click()
    await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor()
    expect(await page.title()).toMatch(/^Blog/)
  })
})
