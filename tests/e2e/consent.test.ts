import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { setConsentStage } from './consent-stage.ts'
import { describeSealed } from '../sealed.ts'

/** What follows a press, on a machine that has other work. */

/** Runs in the page: what an earlier visit allowed. */
const sayYes = () => {
  localStorage.setItem('consentAsked', 'true')
  localStorage.setItem('dataConsent', 'true')
}

describeSealed('cookies, statistics and ads', () => {
  const { visit, go, noise } = setConsentStage()
  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

  test('nobody else is asked before a choice, nor after a no', async () => {
    const { page, others, stored } = await visit('/blog/1')
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
    expect(others).toEqual([])
  })

  test('after a yes page views and events arrive, until it is taken back', async () => {
    const { page, others, events } = await visit('/blog/1')
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await expect.poll(() => events.map((event) => event['en'])).toEqual(['page_view'])
    expect(new Set(others)).toEqual(
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
    const before = others.length
    await page.getByRole('link', { name: 'Help Center' }).click()
    await page.getByRole('heading', { name: 'Help Center', level: 1 }).waitFor()
    await go(page, '/blog/2')
    expect(others).toHaveLength(before)
  })

  test('what is done with articles is counted by its name, under the title of the article', async () => {
    const { page, events } = await visit('/blog', { before: sayYes })
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
    const told = () => events.map(({ en, event_label: label }) => (label ? [en, label] : [en]))
    await expect
      .poll(told)
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
    expect(await page.title()).toBe(`${article} | Loop`)
  })

  test('an address says nothing of the link in it, and the preview has no ads', async () => {
    const { page, others, events } = await visit(
      '/preview?url=https%3A%2F%2Fsecret.example%2Fx&title=Secret',
      { before: sayYes },
    )
    await expect.poll(() => events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events).toLowerCase()).not.toContain('secret')
    expect(events[0]?.['page_title']).toBe('Preview')
    expect(others.filter((host) => host.includes('syndication'))).toEqual([])
    await page.close()
    // There is nothing behind this link.
    noise.splice(0)
  })

  test('Global Privacy Control is a no that needs no banner', async () => {
    const fresh = await visit('/', {
      before: () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    })
    expect(await banner(fresh.page).count()).toBe(0)
    const { page, others } = await visit('/blog/1', {
      before: () => {
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
        localStorage.setItem('consentAsked', 'true')
        localStorage.setItem('dataConsent', 'true')
        const shifts: number[] = []
        const watch = (list: PerformanceObserverEntryList) => shifts.push(list.getEntries().length)
        new PerformanceObserver(watch).observe({ type: 'layout-shift', buffered: true })
        Object.assign(window, { shifts })
      },
    })
    await go(page, '/cookie-settings')
    await page.getByText('Your browser sends Global Privacy Control.').waitFor()
    expect(await page.evaluate('window.shifts'), 'what the notice has moved').toEqual([])
    expect([...fresh.others, ...others]).toEqual([])
  })

  test('the settings go from saving to saved and back, and are there after a reload', async () => {
    const { page, stored } = await visit('/cookie-settings')
    const save = page.getByRole('button', { name: /Save Settings|Saving|Saved|Error/ })
    expect(await page.getByRole('switch', { name: 'Essential' }).isDisabled()).toBe(true)
    expect(await save.isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Personalization' }).click()
    await save.click()
    await page.getByText('Cookie preferences saved! Personalized features enabled.').waitFor()
    expect(await save.isDisabled()).toBe(true)
    expect(await save.innerText()).toBe('Saved!')
    await expect.poll(() => save.innerText(), { timeout: 5_000 }).toBe('Save Settings')
    expect((await stored())['dataConsent']).toBe('true')
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: 'Personalization' }).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Analytics' }).isChecked()).toBe(false)
  })

  test('closed storage is survived, and said where something should be saved', async () => {
    const { page, others } = await visit('/cookie-settings', {
      before: () => {
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
    await expect
      .poll(() => page.getByRole('button', { name: 'Save Settings' }).isEnabled(), { timeout: 5_000 })
      .toBe(true)
    expect(others).toEqual([])
    expect(noise.splice(0).join()).toContain('could not be saved')
  })
})
