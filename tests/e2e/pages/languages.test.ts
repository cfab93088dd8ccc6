import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { languages, openLanguages, prefixOf, type Tag } from '#texts/languages.ts'
import { describeSealed } from '../../sealed.ts'
import { answerApi } from '../lib/fake-api.ts'
import { answerOf, callOf } from '../lib/engines/engine.ts'
import { flawsOf } from '../lib/geometry.ts'
import { useProduct } from '../lib/harness.ts'
import { media } from '../lib/media.ts'
import { COLOR_RULES, layoutFaults, RULES, transitionsEnd, violationsOf } from '../lib/page-faults.ts'
import { hydrated } from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const PANEL = 'section:has(#result)'
const WIDTHS = [360, 390, 768, 1_280]
const PATHS = ['/', '/youtube-downloader', '/cookie-settings']

const at = (tag: Tag, path: string) => (tag === 'en' ? path : `/${prefixOf(tag)}${path}`)

/** Runs in the browser. Makes each text of the page half as long again, as some languages are. */
function lengthen(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const words = node.nodeValue!.trim().split(/\s+/)
    const isText =
      /\p{L}/u.test(node.nodeValue!) && !node.parentElement!.closest('script, style, option, bdi')
    if (isText) node.nodeValue += ` ${words.slice(0, Math.ceil(words.length / 2)).join(' ')}`
  }
}

describeSealed('pages of every language hold their texts', () => {
  const harness = useProduct()

  async function open(path: string): Promise<Page> {
    const picture = await media('picture.jpg')
    const page = await harness.open(path, {
      reducedMotion: 'reduce',
      prepare: async (context) => {
        await answerApi(context, 'ready')
        await context.route('**/api/image-proxy?**', (route) =>
          route.fulfill({ body: picture, contentType: 'image/jpeg' }),
        )
      },
    })
    await hydrated(page)
    return page
  }

  /** In the language of the page, so found by what it is and not by its words. */
  async function findFormats(page: Page): Promise<void> {
    await page.locator('form textarea, form input[name=url]').first().fill(LINK)
    await page.locator('form:has([name=url]) button[type=submit]').first().click()
    await page.locator('#result').waitFor()
  }

  async function faultsOf(page: Page, hasPanel: boolean): Promise<string[]> {
    const faults: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate(transitionsEnd)
      const found = await page.evaluate(layoutFaults)
      if (hasPanel)
        found.push(...(answerOf(await page.evaluate<string>(callOf(flawsOf, [PANEL, false]))) as string[]))
      faults.push(...found.map((fault) => `${width}: ${fault}`))
    }
    return faults
  }

  for (const tag of openLanguages) {
    test(`${languages[tag].name}: pages fit, and are accessible in both schemes`, async () => {
      const faults: string[] = []
      for (const path of PATHS) {
        const page = await open(at(tag, path))
        const hasPanel = path === '/'
        if (hasPanel) await findFormats(page)
        for (const fault of await faultsOf(page, hasPanel)) faults.push(`${path} ${fault}`)
        for (const one of await violationsOf(page, RULES)) faults.push(`${path} ${one}`)
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.evaluate(transitionsEnd)
        for (const one of await violationsOf(page, { runOnly: COLOR_RULES }))
          faults.push(`${path} dark ${one}`)
        await page.context().close()
      }
      expect(faults).toEqual([])
    })
  }

  test('a language with texts half as long again breaks no layout', async () => {
    // Parts of a page that come to life later find other texts than they wrote.
    harness.expectConsoleError(/error #418/)
    const faults: string[] = []
    for (const path of PATHS) {
      const page = await open(path)
      if (path === '/') await findFormats(page)
      await page.evaluate(lengthen)
      for (const fault of await faultsOf(page, false)) faults.push(`${path} ${fault}`)
      await page.context().close()
    }
    expect(faults).toEqual([])
  })
})
