import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { shoot } from './visit.ts'
import { describeSealed } from '../sealed.ts'

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

/** What a dialog of the browser says; it is closed. */
async function said(page: Page, action: () => Promise<void>): Promise<string> {
  const message = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog.accept()
    }),
  )
  await action()
  return message
}

describeSealed('the content pages', () => {
  const stage = setStage()

  /** A page whose scripts have all come, so that each press is heard. */
  async function alive(...way: Parameters<typeof stage.open>): Promise<Page> {
    const page = await stage.open(...way)
    await page.waitForLoadState('networkidle')
    return page
  }

  for (const path of paths)
    test(`${path} is not changed by coming to life`, async () => {
      const html = await (await fetch(stage.address + path)).text()
      const page = await alive(path)
      const [drawn, lives] = await page.evaluate((text) => {
        // Only the browser knows its own name, which stands in the mail of a bug report.
        const plain = (root: Element | null) =>
          root?.innerHTML.replace(/(subject=Bug[^"]*browser%3A)[^"]*/, '$1')
        const before = new DOMParser().parseFromString(text, 'text/html').querySelector('#root')
        return [plain(before), plain(document.querySelector('#root'))]
      }, html)
      expect(drawn).toContain('<h1')
      expect(lives).toBe(drawn)
    })

  for (const path of paths)
    test(`${path} comes to life without a word in the console and fits the smallest telephone`, async () => {
      const page = await stage.open(path, { viewport: { width: 320, height: 640 } })
      await page.waitForLoadState('networkidle')
      expect(await page.locator('h1').count()).toBe(1)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wide, 'pixels that stick out').toBe(0)
      await shoot(page, `content${path.replaceAll('/', '-')}`)
    })

  test('an alias answers with the page, whose address is the main one', async () => {
    const answer = await fetch(`${stage.address}/copyright-notice`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/<link rel="canonical" href="https:\/\/[^"]+\/dmca-policy">/)
  })

  test('an article that does not exist leads to the list, without a step back to it', async () => {
    const page = await alive('/help-center')
    await page.goto(`${stage.address}/blog/99`)
    await page.waitForURL(`${stage.address}/blog`)
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/help-center')
  })

  test('a like counts up and down, and is forgotten with the page', async () => {
    const page = await alive('/blog')
    const like = page.getByRole('button', { name: /^Like/ }).first()
    await like.click()
    await expect.poll(() => like.innerText()).toContain('126')
    await like.click()
    await expect.poll(() => like.innerText()).toContain('125')
  })

  test('sharing copies the link where the device has no sheet of its own', async () => {
    const page = await alive('/blog/3', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    const share = () => page.getByRole('button', { name: 'Share' }).click()
    expect(await said(page, share)).toBe('Link copied to clipboard!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stage.address}/blog/3`)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
    })
    expect(await said(page, share)).toBe('Failed to copy link.')
  })

  test('a sheet that is closed says nothing', async () => {
    const page = await alive('/blog/3')
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
    await expect.poll(() => page.title()).toContain(`"url":"${stage.address}/blog/3"`)
    const { title, text } = JSON.parse(await page.title()) as Record<string, string>
    expect([title, text]).toEqual([
      await page.getByRole('heading', { level: 1 }).innerText(),
      expect.stringMatching(/^Resolution, sound/),
    ])
    expect(dialogs).toEqual([])
  })

  test('quality tips are not there yet, and lead to the format guide by a yes', async () => {
    const page = await alive('/blog')
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
    await page.waitForURL(`${stage.address}/blog/1`)
    await expect.poll(() => page.title()).toMatch(/^Video Formats Explained.* \| /)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('one answer is open at a time, across categories', async () => {
    const page = await alive('/help-center')
    const questions = page.locator('summary')
    await questions.nth(0).click()
    await questions.nth(9).click()
    expect(await page.locator('details[open]').count()).toBe(1)
    await questions.nth(9).click()
    expect(await page.locator('details[open]').count()).toBe(0)
  })

  test('the search of the help center shows what it finds, and says when there is nothing', async () => {
    const page = await alive('/help-center')
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

  test('a related term is searched for by a press', async () => {
    const page = await alive('/glossary')
    await page.getByText('5 terms found').waitFor()
    await page.getByRole('heading', { name: 'Our Service' }).click()
    await page.getByRole('button', { name: 'Third-Party Platforms' }).click()
    expect(await page.getByRole('searchbox').inputValue()).toBe('Third-Party Platforms')
    await page.getByText('1 term found').waitFor()
  })

  test('a link to a section of a policy opens it', async () => {
    const page = await alive('/privacy-policy#cookies')
    await page.getByText('dataConsent').first().waitFor()
  })

  test('everything can be read without JavaScript', async () => {
    const page = await stage.open('/blog/2', { javaScriptEnabled: false })
    expect(await page.getByText('Fair use: four questions, no formula').isVisible()).toBe(true)
    await page.goto(`${stage.address}/terms`)
    await page.getByText('Warranty and liability').click()
    await page.getByText(/limited to \$100/).waitFor()
  })
})
