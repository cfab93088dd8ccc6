import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { originOf, setConsentStage } from './consent-stage.ts'
import { describeSealed } from '../sealed.ts'

/** What follows a press, on a machine that has other work. */

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const cookies = (page: Page) => page.evaluate(() => document.cookie)
const allow = () => {
  localStorage.setItem('consentAsked', 'true')
  localStorage.setItem('dataConsent', 'true')
}

describeSealed('a stranger with odd habits', () => {
  const { visit, go, tour, noise } = setConsentStage()

  for (const [who, before] of [
    ['who has not chosen', () => undefined],
    [
      'who said no',
      () => {
        localStorage.setItem('consentAsked', 'true')
        localStorage.setItem('dataConsent', 'false')
      },
    ],
    [
      'whose browser sends Global Privacy Control, whatever was saved',
      () => {
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
        localStorage.setItem('consentAsked', 'true')
        localStorage.setItem('dataConsent', 'true')
      },
    ],
  ] as const)
    test(`nobody else is asked on any kind of page for one ${who}`, async () => {
      const { page, others } = await visit('/', { before })
      await tour(page)
      expect(others).toEqual([])
      expect(await cookies(page)).toBe('')
    })

  test('nonsense in the storage is no yes', async () => {
    const { page, others } = await visit('/', {
      before: () => {
        localStorage.setItem('consentAsked', 'yes')
        localStorage.setItem('dataConsent', 'true')
        localStorage.setItem('cookiePreferences', '{"essential":true,"analytics":"yes"')
      },
    })
    await banner(page).waitFor()
    await go(page, '/cookie-settings')
    for (const name of ['Analytics', 'Advertising', 'Personalization'])
      expect(await page.getByRole('switch', { name }).isChecked()).toBe(false)
    expect(others).toEqual([])
  })

  test('whoever said yes is counted on every kind of page', async () => {
    const { page, events } = await visit('/', { before: allow })
    await tour(page)
    expect(new Set(events.map((event) => event['page_location'])).size).toBe(14)
  })

  test('a no after a yes erases the cookies, and nothing more is asked on any kind of page', async () => {
    const { page, others } = await visit('/blog/1')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => cookies(page)).toContain('__gads=1')
    await expect.poll(() => cookies(page)).toContain('_ga_ABCD1234=1')
    await go(page, '/cookie-settings')
    const asked = others.length
    await press(page, 'Reject All')
    await press(page, 'Save Settings')
    await expect.poll(() => cookies(page)).toBe('')
    await tour(page)
    expect(others).toHaveLength(asked)
    expect(await cookies(page)).toBe('')
  })

  test('a no while Google’s part is still on its way comes in time', async () => {
    let arrive = () => {}
    const until = new Promise<void>((resolve) => (arrive = resolve))
    const { page, others, context } = await visit('/', { until })
    const other = await context.newPage()
    await other.goto(originOf('loop') + '/cookie-settings', { waitUntil: 'networkidle' })
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => other.getByRole('switch', { name: 'Analytics' }).isChecked()).toBe(true)
    await press(other, 'Reject All')
    await press(other, 'Save Settings')
    await other.getByText('private browsing experience').waitFor()
    const come = page.waitForResponse(/\/assets\/google-tags/)
    arrive()
    await come
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    expect(others).toEqual([])
  })

  test('a no in another tab silences this one', async () => {
    const { page, others, events, context } = await visit('/blog/1')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => events.length).toBe(1)
    const other = await context.newPage()
    await other.goto(originOf('loop') + '/cookie-settings', { waitUntil: 'networkidle' })
    await press(other, 'Reject All')
    await press(other, 'Save Settings')
    await other.getByText('private browsing experience').waitFor()
    const asked = others.length
    await page.getByRole('button', { name: /^Like/ }).click()
    await page.getByRole('link', { name: 'Back to All Articles' }).click()
    await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor()
    await expect.poll(() => page.getByText('not sent: page_view: /blog', { exact: true }).count()).toBe(1)
    expect(others).toHaveLength(asked)
    expect(await page.locator('.adsbygoogle').count()).toBe(0)
    expect(await cookies(page)).toBe('')
  })

  test('a page that comes back from the browser’s memory knows of the no that was said meanwhile', async () => {
    const { page, others, events } = await visit('/help-center')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => events.length).toBe(1)
    await page.evaluate(() => Object.assign(window, { stays: true }))
    await go(page, '/blog/3')
    await page.goBack({ waitUntil: 'networkidle' })
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    const views = () => events.filter((one) => one['en'] === 'page_view').map((one) => one['page_location'])
    const [help, blog] = [originOf('loop') + '/help-center', originOf('loop') + '/blog/3']
    await expect.poll(views).toEqual([help, blog, help])

    await go(page, '/cookie-settings')
    await press(page, 'Reject All')
    await press(page, 'Save Settings')
    await page.getByText('private browsing experience').waitFor()
    const asked = others.length
    await page.goBack({ waitUntil: 'networkidle' })
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    await page.getByRole('link', { name: 'Glossary' }).click()
    await page.getByRole('heading', { name: 'Glossary of Terms', level: 1 }).waitFor()
    expect(others).toHaveLength(asked)
  })

  test('an address at which nothing stands is not told, since it may hold a link', async () => {
    const { page, events, others } = await visit('/', { before: allow })
    await expect.poll(() => events.length).toBe(1)
    const ads = others.filter((host) => host.includes('syndication')).length
    await go(page, '/https://secret.example/watch')
    await expect.poll(() => events.length).toBe(2)
    await go(page, '/s/AbCdEfGhIjKlM')
    await expect.poll(() => events.length).toBe(3)
    expect(events.slice(1).map((event) => event['page_location'])).toEqual(
      Array(2).fill(`${originOf('loop')}/404`),
    )
    expect(others.filter((host) => host.includes('syndication'))).toHaveLength(ads)
    await go(page, '/blog/https%3A%2F%2Fsecret.example')
    await page.waitForURL(/\/blog$/)
    await expect.poll(() => events.length).toBe(4)
    await page.waitForTimeout(500)
    expect(events.slice(3).map((event) => event['page_location'])).toEqual([`${originOf('loop')}/blog`])
    noise.splice(0) // the two pages are not found, and the console says so
  })

  test('where the storage takes nothing, a choice of the banner holds until the page is left', async () => {
    const { page, events } = await visit('/help-center', {
      before: () => {
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

  test('a brand without statistics and ads asks nobody even after a yes', async () => {
    const { page, others } = await visit('/', { brand: 'plain' })
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await banner(page).waitFor({ state: 'detached' })
    for (const path of ['/', '/help-center', '/youtube-downloader']) await go(page, path)
    expect(others).toEqual([])
  })

  test('a brand with ads alone asks for ads alone, and not on the preview', async () => {
    const { page, others } = await visit('/preview', { brand: 'ads', before: allow })
    expect(others).toEqual([])
    await go(page, '/help-center')
    await expect.poll(() => [...new Set(others)]).toEqual(['pagead2.googlesyndication.com'])
    await page.getByRole('complementary', { name: 'Advertisement' }).waitFor()
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
    await go(page, '/cookie-settings')
    await press(page, 'Reject All')
    await press(page, 'Save Settings')
    await expect.poll(() => cookies(page)).toBe('')
    const asked = others.length
    await go(page, '/help-center')
    expect(others).toHaveLength(asked)
    expect(await page.getByRole('complementary', { name: 'Advertisement' }).count()).toBe(0)
  })
})
