import { texts as heads } from '#texts/en/heads.ts'
import { expect, test } from 'vitest'
import { neutralBrand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import { contentPages } from '../../../web/routing/content-pages.ts'
import { pageAt } from '../../../web/routing/routes.ts'
import { specifiedPaths } from '../../contract/platforms/lib/specified-paths.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'
import { hydrated } from '../lib/visit.ts'

/** The paths of the content pages (docs/specification.md, section 10). */
const specifiedContent =
  `/blog /blog.html /articles /guides /tutorials /video-download-tips /content /blog/1 /blog/2 /blog/3
  /help-center /help /support /faq-help /customer-support
  /cookie-settings /cookies /privacy-settings /cookie-preferences /privacy-preferences
  /privacy-policy /privacy /privacy-policy.html /data-privacy /data-protection
  /dmca-policy /dmca /dmca-policy.html /copyright-policy /copyright /takedown-policy /copyright-infringement
  /dmca-takedown /copyright-notice /intellectual-property
  /terms-of-service /terms /terms-of-service.html /user-agreement /service-terms /legal-terms /terms-and-conditions
  /service-agreement /usage-terms /user-terms
  /terms-glossary /glossary /definitions /terms-definitions /legal-glossary
  /how-to-download-videos /how-to-download-videos.html /video-download-guide /download-guide /video-formats-guide`
    .trim()
    .split(/\s+/)

const implemented = [
  ...platforms.flatMap((one) => one.paths.map((path) => `/${path}`)),
  ...contentPages.flatMap((page) => page.paths),
]
const specified = Object.values(specifiedPaths).flatMap((list) =>
  list
    .trim()
    .split(/\s+/)
    .map((path) => `/${path}`),
)
const every = [...new Set(['/', '/preview', ...specified, ...specifiedContent, ...implemented])]

/**
 * The paths that the test opens in Chromium: all paths if the environment variable LONG is set, and otherwise
 * the first and the last path of each kind of page.
 */
const opened = process.env['LONG']
  ? every
  : [
      '/',
      '/preview',
      ...[...platforms, ...contentPages].flatMap(({ paths }) =>
        paths.length > 0 ? [paths[0]!, paths.at(-1)!] : [],
      ),
    ].map((path) => (path.startsWith('/') ? path : `/${path}`))

const decoded = (html: string) =>
  html.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')

const speaker = { brand: neutralBrand, language: 'en', heads } as const

describeSealed('every path of the product leads to its page', () => {
  const harness = useProduct()

  test(`${every.length} paths have title, heading, canonical URL`, async () => {
    expect(every.length).toBeGreaterThan(500)
    const wrong: string[] = []
    for (const path of every) {
      const answer = await fetch(harness.address + path)
      const html = decoded(await answer.text())
      const page = pageAt(path)
      const title = /<title>([^<]*)<\/title>/.exec(html)?.[1]
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
      const main = page?.meta(speaker, path).canonical
      if (answer.status !== 200) wrong.push(`${path}: ${answer.status}`)
      if (title !== page?.meta(speaker, path).title) wrong.push(`${path}: ${title}`)
      if (html.match(/<h1[ >]/g)?.length !== 1) wrong.push(`${path}: headings`)
      if (canonical !== new URL(main ?? '', neutralBrand.seo.canonicalUrl).href)
        wrong.push(`${path}: ${canonical}`)
    }
    expect(wrong).toEqual([])
  })

  test(`keeps one heading on ${opened.length} paths after hydration`, async () => {
    const page = await harness.open()
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.woff2')) fonts.push(`${page.url()}: ${request.url()}`)
    })
    for (const path of opened) {
      const renderedTitle = /<title>([^<]*)<\/title>/.exec(
        decoded(await (await fetch(harness.address + path)).text()),
      )?.[1]
      await page.goto(harness.address + path)
      await hydrated(page)
      expect(await page.locator('h1').count(), path).toBe(1)
      const title = await page.title()
      // After hydration the preview sets its title from the parameters of its URL. The title that the server
      // renders does not contain them.
      if (path !== '/preview') expect(title, path).toBe(renderedTitle)
    }
    expect(fonts, 'our own texts need only the letters of the embedded font').toEqual([])
  }, 1_200_000)

  test('an unknown path returns status 404', async () => {
    for (const path of [
      '/no-such-page',
      '/youtube-downloader/more',
      '/YouTube-Downloader',
      '/blog/1/2',
      '/favicon.png',
      '/api/nothing',
    ])
      expect((await fetch(harness.address + path)).status, path).toBe(404)
  })

  test('changes pages without a reload', async () => {
    const page = await harness.open()
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const links = page.getByRole('navigation', { name: 'Downloaders' })
    await links.getByRole('link', { name: 'Vimeo' }).click()
    await page.getByRole('heading', { level: 1, name: /Vimeo/ }).waitFor()
    await expect.poll(() => page.title()).toMatch(/Vimeo/)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'DMCA Policy' }).click()
    await page.getByRole('heading', { level: 1, name: /DMCA|Copyright/ }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /Vimeo/ }).waitFor()
    await page.goBack()
    await page.getByLabel('Link to a video, song or episode').waitFor()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  test('opens the help center from an error page', async () => {
    harness.expectConsoleError(/status of 404/)
    const page = await harness.open('/s/0000000000000')
    await hydrated(page)
    const links = page.getByRole('navigation', { name: 'Support' })
    await links.getByRole('link', { name: 'Help Center' }).click()
    await page.getByRole('heading', { level: 1, name: 'Help Center' }).waitFor()
    await expect.poll(() => page.title()).toMatch(/Help Center/)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await expect.poll(() => page.title()).toMatch(/^Not found/)
  })
})
