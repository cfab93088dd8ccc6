import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { acceptedBefore, pageKinds, rejectedBefore, useConsentBrands } from '../lib/consent-visitor.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const cookies = (page: Page) => page.evaluate(() => document.cookie)
/** Presses Reject All on the cookie settings page and waits until the choice is saved. */
const rejectInSettings = async (page: Page) => {
  await press(page, 'Reject All')
  await press(page, 'Save Settings')
  await page.getByText('private browsing experience').waitFor()
}

describeSealed('the pages respect the visitor’s cookie choice in edge cases', () => {
  const { visit, go, openAllKinds, originOf, expectConsoleError } = useConsentBrands()

  for (const [visitor, initScript] of [
    ['who has not chosen', () => undefined],
    ['who rejected everything', rejectedBefore],
    [
      'whose browser sends Global Privacy Control, although an earlier Accept All is stored (C28)',
      () => {
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
        localStorage.setItem('consentAsked', 'true')
        localStorage.setItem('dataConsent', 'true')
      },
    ],
  ] as const)
    test(`asks no other host for a visitor ${visitor} (C25)`, async () => {
      const { page, foreignHosts } = await visit('/', { initScript })
      await openAllKinds(page)
      expect(foreignHosts).toEqual([])
      expect(await cookies(page)).toBe('')
    })

  test('invalid values in local storage do not count as consent', async () => {
    const { page, foreignHosts } = await visit('/', {
      initScript: () => {
        localStorage.setItem('consentAsked', 'yes')
        localStorage.setItem('dataConsent', 'true')
        localStorage.setItem('cookiePreferences', '{"essential":true,"analytics":"yes"')
      },
    })
    await banner(page).waitFor()
    await go(page, '/cookie-settings')
    for (const name of ['Analytics', 'Advertising', 'Personalization'])
      expect(await page.getByRole('switch', { name }).isChecked()).toBe(false)
    expect(foreignHosts).toEqual([])
  })

  test('counts every kind of page after Accept All', async () => {
    const { page, events } = await visit('/', { initScript: acceptedBefore })
    await openAllKinds(page)
    expect(new Set(events.map((event) => event['page_location'])).size).toBe(pageKinds.length)
  })

  test('stops everything and deletes cookies at Reject All (C27)', async () => {
    const { page, foreignHosts } = await visit('/blog/1')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => cookies(page)).toContain('__gads=1')
    await expect.poll(() => cookies(page)).toContain('_ga_ABCD1234=1')
    await go(page, '/cookie-settings')
    const before = foreignHosts.length
    await press(page, 'Reject All')
    await press(page, 'Save Settings')
    await expect.poll(() => cookies(page)).toBe('')
    await openAllKinds(page)
    expect(foreignHosts).toHaveLength(before)
    expect(await cookies(page)).toBe('')
  })

  test('stops a chunk that is still loading', async () => {
    let arrive = () => {}
    const googleChunkAfter = new Promise<void>((resolve) => (arrive = resolve))
    const { page, foreignHosts, context } = await visit('/', { googleChunkAfter })
    const other = await context.newPage()
    await other.goto(`${originOf()}/cookie-settings`, { waitUntil: 'networkidle' })
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => other.getByRole('switch', { name: 'Analytics' }).isChecked()).toBe(true)
    await rejectInSettings(other)
    const arrived = page.waitForResponse(/\/assets\/google-tags/)
    arrive()
    await arrived
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    expect(foreignHosts).toEqual([])
  })

  test('stops all other tabs', async () => {
    const { page, foreignHosts, events, context } = await visit('/blog/1')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => events.length).toBe(1)
    const other = await context.newPage()
    await other.goto(`${originOf()}/cookie-settings`, { waitUntil: 'networkidle' })
    await rejectInSettings(other)
    const before = foreignHosts.length
    await page.getByRole('button', { name: /^Like/ }).click()
    await page.getByRole('link', { name: 'Back to All Articles' }).click()
    await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor()
    await expect.poll(() => page.getByText('not sent: page_view: /blog', { exact: true }).count()).toBe(1)
    expect(foreignHosts).toHaveLength(before)
    expect(await page.locator('.adsbygoogle').count()).toBe(0)
    expect(await cookies(page)).toBe('')
  })

  test('applies to a page from the back/forward cache', async () => {
    const { page, foreignHosts, events } = await visit('/help-center')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => events.length).toBe(1)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await go(page, '/blog/3')
    await page.goBack({ waitUntil: 'networkidle' })
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    const views = () => events.filter((one) => one['en'] === 'page_view').map((one) => one['page_location'])
    const [help, blog] = [`${originOf()}/help-center`, `${originOf()}/blog/3`]
    await expect.poll(views).toEqual([help, blog, help])

    await go(page, '/cookie-settings')
    await rejectInSettings(page)
    const before = foreignHosts.length
    await page.goBack({ waitUntil: 'networkidle' })
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    await page.getByRole('link', { name: 'Glossary' }).click()
    await page.getByRole('heading', { name: 'Glossary of Terms', level: 1 }).waitFor()
    expect(foreignHosts).toHaveLength(before)
  })

  test('counts /404 for an unknown path (C26)', async () => {
    expectConsoleError(/status of 404/)
    const { page, events, foreignHosts } = await visit('/', { initScript: acceptedBefore })
    await expect.poll(() => events.length).toBe(1)
    const ads = foreignHosts.filter((host) => host.includes('syndication')).length
    await go(page, '/nowhere/https://secret.example/watch')
    await expect.poll(() => events.length).toBe(2)
    await go(page, '/s/AbCdEfGhIjKlM')
    await expect.poll(() => events.length).toBe(3)
    expect(events.slice(1).map((event) => event['page_location'])).toEqual(Array(2).fill(`${originOf()}/404`))
    expect(foreignHosts.filter((host) => host.includes('syndication'))).toHaveLength(ads)
    await go(page, '/blog/https%3A%2F%2Fsecret.example')
    await page.waitForURL(/\/blog$/)
    await expect.poll(() => events.length).toBe(4)
    await page.waitForTimeout(500)
    expect(events.slice(3).map((event) => event['page_location'])).toEqual([`${originOf()}/blog`])
  })

  test('applies for the visit if storage is full', async () => {
    const { page, events } = await visit('/help-center', {
      initScript: () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        }
      },
    })
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await banner(page).waitFor({ state: 'detached' })
    await expect.poll(() => events.length).toBe(1)
    await go(page, '/help-center')
    await banner(page).waitFor()
    expect(events).toHaveLength(1)
  })

  test('asks neither visitor nor host without statistics', async () => {
    const { page, foreignHosts } = await visit('/', { measured: 'nothing' })
    expect(await banner(page).count()).toBe(0)
    for (const path of ['/', '/help-center', '/youtube-downloader']) await go(page, path)
    expect(foreignHosts).toEqual([])
  })

  test('asks only the ad host without statistics (C29)', async () => {
    const { page, foreignHosts } = await visit('/preview', { measured: 'ads', initScript: acceptedBefore })
    expect(foreignHosts).toEqual([])
    await go(page, '/help-center')
    await expect.poll(() => [...new Set(foreignHosts)]).toEqual(['pagead2.googlesyndication.com'])
    await page.getByRole('complementary', { name: 'Advertisement' }).waitFor()
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
    await go(page, '/cookie-settings')
    await press(page, 'Reject All')
    await press(page, 'Save Settings')
    await expect.poll(() => cookies(page)).toBe('')
    const before = foreignHosts.length
    await go(page, '/help-center')
    expect(foreignHosts).toHaveLength(before)
    expect(await page.getByRole('complementary', { name: 'Advertisement' }).count()).toBe(0)
  })
})
