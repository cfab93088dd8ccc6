import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useProduct, type OpenOptions } from '../lib/harness.ts'
import { overflow, screenshot } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

const paths = [
  '/blog',
  '/blog/1',
  '/blog/2',
  '/blog/3',
  '/help-center',
  '/how-to-download-videos',
  '/privacy-policy',
  '/dmca-policy',
  '/terms-of-service',
  '/terms-glossary',
  '/cookie-settings',
]

/** Returns the message of the browser dialog that an action opens, and accepts the dialog. */
async function dialogMessage(page: Page, action: () => Promise<void>): Promise<string> {
  const message = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog.accept()
    }),
  )
  await action()
  return message
}

describeSealed('the content pages work in a browser', () => {
  const harness = useProduct()

  /** Opens a page and waits until all its scripts have loaded, so that every control works. */
  const openLoaded = (path: string, options?: OpenOptions): Promise<Page> =>
    harness.open(path, { ...options, waitUntil: 'networkidle' })

  for (const path of paths)
    test(`hydration does not change the rendered HTML of ${path}`, async () => {
      const page = await openLoaded(path)
      const [rendered, hydrated] = await page.evaluate(async (url) => {
        // The test parses the HTML with XMLHttpRequest, because Trusted Types block DOMParser. With the
        // response type `document`, XMLHttpRequest does not run the scripts in the HTML.
        const request = new XMLHttpRequest()
        request.open('GET', url)
        request.responseType = 'document'
        const loaded = new Promise((resolve) => request.addEventListener('loadend', resolve))
        request.send()
        await loaded
        // The mail link for a bug report contains the name of the browser. The server does not know that
        // name, so this part of the link differs after hydration.
        const withoutBrowser = (root: Element | null | undefined) =>
          root?.innerHTML.replace(/(subject=Bug[^"]*browser%3A)[^"]*/, '$1')
        const before = request.responseXML?.querySelector('#root')
        return [withoutBrowser(before), withoutBrowser(document.querySelector('#root'))]
      }, path)
      expect(rendered).toContain('<h1')
      expect(hydrated).toBe(rendered)
    })

  for (const path of paths)
    test(`${path} logs no error and fits into 320 px`, async () => {
      const page = await openLoaded(path, { viewport: { width: 320, height: 640 } })
      expect(await page.locator('h1').count()).toBe(1)
      expect(await overflow(page), 'pixels of horizontal overflow').toBe(0)
      await screenshot(page, `content${path.replaceAll('/', '-')}`)
    })

  test('has the canonical URL of its main path', async () => {
    const answer = await fetch(`${harness.address}/copyright-notice`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/<link rel="canonical" href="https:\/\/[^"]+\/dmca-policy">/)
  })

  test('leaves the path of an unknown article', async () => {
    const page = await openLoaded('/help-center')
    await page.goto(`${harness.address}/blog/99`)
    await page.waitForURL(`${harness.address}/blog`)
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/help-center')
  })

  test('counts a like up and down', async () => {
    const page = await openLoaded('/blog')
    const like = page.getByRole('button', { name: /^Like/ }).first()
    await like.click()
    await expect.poll(() => like.innerText()).toContain('126')
    await like.click()
    await expect.poll(() => like.innerText()).toContain('125')
  })

  test('copies the link without a share sheet', async () => {
    const page = await openLoaded('/blog/3', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    const share = () => page.getByRole('button', { name: 'Share' }).click()
    expect(await dialogMessage(page, share)).toBe('Link copied to clipboard!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${harness.address}/blog/3`)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
    })
    expect(await dialogMessage(page, share)).toBe('Failed to copy link.')
  })

  test('Share copies the link if the share sheet fails', async () => {
    const page = await openLoaded('/blog/3', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate(() => {
      const value = () => Promise.reject(new DOMException('no sheet', 'NotAllowedError'))
      Object.defineProperty(navigator, 'share', { value })
    })
    const share = () => page.getByRole('button', { name: 'Share' }).click()
    expect(await dialogMessage(page, share)).toBe('Link copied to clipboard!')
  })

  test('says nothing when the share sheet is closed', async () => {
    const page = await openLoaded('/blog/3')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'share', {
        value: (data: unknown) => {
          document.title = JSON.stringify(data)
          return Promise.reject(new DOMException('closed', 'AbortError'))
        },
      })
    })
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.poll(() => page.title()).toContain(`"url":"${harness.address}/blog/3"`)
    const { title, text } = JSON.parse(await page.title()) as Record<string, string>
    expect([title, text]).toEqual([
      await page.getByRole('heading', { level: 1 }).innerText(),
      expect.stringMatching(/^Resolution, sound/),
    ])
    expect(dialogs).toEqual([])
  })

  test('offers the format guide for a coming topic', async () => {
    const page = await openLoaded('/blog')
    const tips = page.getByRole('button', { name: /Quality Tips/ })
    expect(await tips.innerText()).toContain('Coming soon')
    await tips.click()
    const question = page.getByRole('dialog')
    expect(await question.innerText()).toContain(
      'Quality tips are covered in our video format guide. Would you like to read it?',
    )
    await page.getByRole('button', { name: 'No', exact: true }).click()
    expect(new URL(page.url()).pathname).toBe('/blog')
    await tips.click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.waitForURL(`${harness.address}/blog/1`)
    await expect.poll(() => page.title()).toMatch(/^Video Formats Explained.* \| /)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('closes the open answer of another category', async () => {
    const page = await openLoaded('/help-center')
    const questions = page.locator('summary')
    await questions.nth(0).click()
    await questions.nth(9).click()
    expect(await page.locator('details[open]').count()).toBe(1)
    await questions.nth(9).click()
    expect(await page.locator('details[open]').count()).toBe(0)
  })

  test('lists the questions found, or a message', async () => {
    const page = await openLoaded('/help-center')
    const field = page.getByRole('searchbox')
    await field.fill('PLAYLIST')
    await page.getByText(/^Search Results \(\d+ found\)$/).waitFor()
    expect(await page.getByRole('heading', { name: 'Technical Support' }).isVisible()).toBe(false)
    await field.fill('xyzzy')
    await page.getByText('No results found for "xyzzy"').waitFor()
    await page.getByText('Try different keywords or browse categories below').waitFor()
    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: 'Technical Support' })
      .click()
    const heading = page.getByRole('heading', { name: 'Technical Support' })
    await expect.poll(() => heading.evaluate((one) => document.activeElement === one)).toBe(true)
    expect(await field.inputValue()).toBe('')
    await field.fill('xyzzy')
    await heading.waitFor({ state: 'hidden' })
    await field.fill('')
    await heading.waitFor()
  })

  test('searches a related term', async () => {
    const page = await openLoaded('/glossary')
    await page.getByText('5 terms found').waitFor()
    await page.getByRole('heading', { name: 'Our Service' }).click()
    await page.getByRole('button', { name: 'Third-Party Platforms' }).click()
    expect(await page.getByRole('searchbox').inputValue()).toBe('Third-Party Platforms')
    await page.getByText('1 term found').waitFor()
  })

  test('a link to a section of a policy opens the collapsed section', async () => {
    const page = await openLoaded('/privacy-policy#cookies')
    await page.getByText('dataConsent').first().waitFor()
  })

  test('articles and policies can be read without JavaScript', async () => {
    const page = await harness.open('/blog/2', { javaScriptEnabled: false })
    expect(await page.getByText('Fair use: four questions, no formula').isVisible()).toBe(true)
    await page.goto(`${harness.address}/terms`)
    await page.getByText('Warranty and liability').click()
    await page.getByText(/limited to \$100/).waitFor()
  })
})
