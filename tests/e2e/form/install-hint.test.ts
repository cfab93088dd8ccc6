import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { answerApi } from '../lib/fake-api.ts'
import { useProduct, type OpenOptions } from '../lib/harness.ts'
import { bestPick, overflow, submitLink } from '../lib/visit.ts'

const PHONE = { viewport: { width: 320, height: 700 }, isMobile: true, hasTouch: true }

describeSealed('a phone shows once how to install the site', () => {
  const harness = useProduct()

  const hint = (page: Page) => page.getByRole('complementary', { name: 'Install this site' })

  async function visit(hasSaved: boolean, options: OpenOptions): Promise<Page> {
    const page = await harness.open('/robots.txt', { ...options, prepare: (context) => answerApi(context) })
    if (hasSaved)
      await page.evaluate(() =>
        localStorage.setItem('lastChoice', JSON.stringify({ kind: 'video', ext: 'mp4', height: 1_080 })),
      )
    await showResult(page)
    return page
  }

  async function showResult(page: Page): Promise<void> {
    await page.goto(harness.address)
    await submitLink(page, 'https://www.youtube.com/watch?v=sealedvid00')
    await bestPick(page).waitFor()
  }

  test('after a visit on which a file was saved, and once', async () => {
    const page = await visit(true, PHONE)
    await hint(page).waitFor()
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt'), {
        prompt: () => Promise.resolve((document.title = 'asked')),
      })
      dispatchEvent(offer)
    })
    await hint(page).getByRole('button', { name: 'Add' }).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await hint(page).getByRole('button', { name: 'Add' }).click()
    expect(await page.title()).toBe('asked')
    expect(await hint(page).count()).toBe(0)
    const next = await page.context().newPage()
    await showResult(next)
    expect(await hint(next).count()).toBe(0)
  })

  test('and can be closed', async () => {
    const page = await visit(true, PHONE)
    await hint(page).getByRole('button', { name: 'Close' }).click()
    expect(await hint(page).count()).toBe(0)
  })

  test.each([
    ['on a first visit', false, PHONE],
    ['on a computer', true, {}],
    ['inside an app', true, { ...PHONE, userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile Instagram 400' }],
  ])('but not %s', async (_, hasSaved, options) => {
    expect(await hint(await visit(hasSaved, options)).count()).toBe(0)
  })
})
