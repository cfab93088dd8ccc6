import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { acceptedBefore, useConsentBrands } from '../lib/consent-visitor.ts'

describeSealed('the pages use cookies, statistics and ads only with consent', () => {
  const { visit, go, expectConsoleError, consoleErrors } = useConsentBrands()
  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

  test('asks no other host before a choice and after Reject All', async () => {
    const { page, foreignHosts, stored } = await visit('/blog/1')
    const [reject, accept] = [
      banner(page).getByRole('button', { name: 'Reject All' }),
      banner(page).getByRole('button', { name: 'Accept All' }),
    ]
    const sizes = await Promise.all([reject.boundingBox(), accept.boundingBox()])
    expect(sizes[0]?.width).toBe(sizes[1]?.width)
    await go(page, '/')
    expect(await stored()).toEqual({})
    await reject.click()
    await banner(page).waitFor({ state: 'detached' })
    expect(await stored()).toEqual({
      cookiePreferences: '{"essential":true,"analytics":false,"advertising":false,"personalization":false}',
      dataConsent: 'false',
      consentAsked: 'true',
    })
    for (const path of ['/blog', '/preview', '/cookie-settings']) await go(page, path)
    expect(await banner(page).count()).toBe(0)
    expect(foreignHosts).toEqual([])
  })

  test('counts views and events until consent is withdrawn', async () => {
    const { page, foreignHosts, events } = await visit('/blog/1')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => events.map((event) => event['en'])).toEqual(['page_view'])
    expect(new Set(foreignHosts)).toEqual(
      new Set(['www.googletagmanager.com', 'pagead2.googlesyndication.com', 'www.google-analytics.com']),
    )
    expect(events[0]?.['page_title']).toMatch(/\| Blog$/)

    await page.getByRole('button', { name: /^Like/ }).click()
    await page.getByRole('link', { name: 'Back to All Articles' }).click()
    await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Back to Blog' }).waitFor()
    const expected = ['page_view', 'blog_post_like', 'page_view', 'page_view', 'blog_post_view']
    await expect.poll(() => events.map((event) => event['en'])).toEqual(expected)
    expect(events[1]).toMatchObject({ event_category: 'Blog', value: '1' })
    expect(events[1]?.['event_label']).toMatch(/^Video Formats Explained/)

    await go(page, '/cookies')
    await expect.poll(() => events.length).toBe(6)
    await page.getByRole('button', { name: 'Reject All' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await page.getByText("You'll have a private browsing experience.").waitFor()
    const before = foreignHosts.length
    await page.getByRole('link', { name: 'Help Center' }).click()
    await page.getByRole('heading', { name: 'Help Center', level: 1 }).waitFor()
    await go(page, '/blog/2')
    expect(foreignHosts).toHaveLength(before)
  })

  test('counts each action on the blog by name', async () => {
    const { page, events } = await visit('/blog', { initScript: acceptedBefore })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.evaluate(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share')
      navigator.clipboard.writeText = () => Promise.resolve()
    })
    const like = page.getByRole('button', { name: /^Like/ }).first()
    await like.click()
    await like.click()
    await page.getByRole('button', { name: 'Share' }).first().click()
    await page.getByRole('button', { name: 'Quality Tips' }).click()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByRole('link', { name: 'Read Full Article' }).first().click()
    await page.getByRole('link', { name: 'Back to Blog' }).waitFor()
    const article = 'Video Formats Explained: Containers, Codecs and the Right Choice'
    const namesAndLabels = () => events.map(({ en, event_label: label }) => (label ? [en, label] : [en]))
    await expect
      .poll(namesAndLabels)
      .toEqual([
        ['page_view'],
        ['blog_post_like', article],
        ['blog_post_unlike', article],
        ['blog_post_share', article],
        ['blog_post_share_success', article],
        ['blog_topic_explore', 'Quality Tips'],
        ['blog_article_click', article],
        ['page_view'],
        ['blog_post_view', article],
      ])
    for (const event of events.filter(({ en }) => en !== 'page_view'))
      expect(event).toMatchObject({ event_category: 'Blog', value: '1' })
    expect(events.at(-1)?.['page_title']).toBe(`${article} | Blog`)
    expect(await page.title()).toBe(`${article} | All`)
  })

  test('shows no ads and sends no link in a preview', async () => {
    // The host of the media link does not exist and its link has no grant: the browser and the page log it.
    expectConsoleError(/Failed to load resource|^Failure: /)
    const { page, foreignHosts, events } = await visit(
      '/preview?url=https%3A%2F%2Fsecret.example%2Fx&title=Secret',
      { initScript: acceptedBefore },
    )
    await expect.poll(() => events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events).toLowerCase()).not.toContain('secret')
    expect(events[0]?.['page_title']).toBe('Preview')
    expect(foreignHosts.filter((host) => host.includes('syndication'))).toEqual([])
    await page.close()
  })

  test('takes Global Privacy Control for Reject All', async () => {
    const fresh = await visit('/', {
      initScript: () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    })
    expect(await banner(fresh.page).count()).toBe(0)
    const { page, foreignHosts } = await visit('/blog/1', {
      initScript: () => {
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
        localStorage.setItem('consentAsked', 'true')
        localStorage.setItem('dataConsent', 'true')
        const shifts: number[] = []
        const observe = (list: PerformanceObserverEntryList) => shifts.push(list.getEntries().length)
        new PerformanceObserver(observe).observe({ type: 'layout-shift', buffered: true })
        Object.assign(window, { shifts })
      },
    })
    await go(page, '/cookie-settings')
    await page.getByText('Your browser sends Global Privacy Control.').waitFor()
    expect(await page.evaluate('window.shifts'), 'layout shifts').toEqual([])
    expect([...fresh.foreignHosts, ...foreignHosts]).toEqual([])
  })

  test('shows the saved choice after a reload', async () => {
    const { page, stored } = await visit('/cookie-settings')
    const save = page.getByRole('button', { name: /Save Settings|Saving|Saved|Error/ })
    expect(await page.getByRole('switch', { name: 'Essential' }).isDisabled()).toBe(true)
    expect(await save.isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Personalization' }).click()
    await save.click()
    await page.getByText('Cookie preferences saved! Personalized features enabled.').waitFor()
    expect(await save.isDisabled()).toBe(true)
    expect(await save.innerText()).toBe('Saved!')
    await expect.poll(() => save.innerText()).toBe('Save Settings')
    expect((await stored())['dataConsent']).toBe('true')
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: 'Personalization' }).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Analytics' }).isChecked()).toBe(false)
  })

  test('says that blocked storage saved nothing', async () => {
    expectConsoleError(/could not be saved/)
    const { page, foreignHosts } = await visit('/cookie-settings', {
      initScript: () => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError')
          },
        })
      },
    })
    await page.getByRole('button', { name: 'Reject All' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await page.getByRole('button', { name: 'Error - Try Again' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save Settings' }).isEnabled()).toBe(true)
    expect(foreignHosts).toEqual([])
    expect(consoleErrors().join()).toContain('could not be saved')
  })
})
