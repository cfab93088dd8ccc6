import { describe, expect, test } from 'vitest'
import { neutralBrand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import { languagePathOf } from '../../../texts/brand-languages.ts'
import { contentPages } from '../../../web/routing/content-pages.ts'
import { render } from '../../../web/render.tsx'
import { pageAt, pathsOf } from '../../../web/routing/routes.ts'

const assets = { manifest: {}, styles: {}, font: '', texts: 'texts-1' }
const show = (path: string, more: Partial<Parameters<typeof render>[0]> = {}) =>
  render({
    path,
    brand: neutralBrand,
    assets,
    origin: 'https://pocketreel.example',
    indexable: true,
    ...more,
  })

/** Returns the text of a page as a visitor without JavaScript reads it. */
const wordsOf = (html: string) =>
  html
    .replace(/<script type="application\/json".*/s, '')
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')

const main = (path: string) => pageAt(path)?.paths[0]

describe('every path of a content page opens exactly one page', () => {
  test('no path belongs to two content pages', () => {
    const all = [
      '/',
      '/preview',
      ...contentPages.flatMap((page) => page.paths),
      ...platforms.flatMap((platform) => platform.paths.map((path) => `/${path}`)),
    ]
    expect(all.filter((path, at) => all.indexOf(path) !== at)).toEqual([])
  })

  test.each([
    ['/blog', '/blog.html /articles /guides /tutorials /video-download-tips /content'],
    ['/help-center', '/help /support /faq-help /customer-support'],
    ['/send-a-link', '/send-link /send /share-target /bookmarklet /ios-shortcut /ways-in'],
    ['/status', '/service-status /platform-status /server-status'],
    ['/cookie-settings', '/cookies /privacy-settings /cookie-preferences /privacy-preferences'],
    ['/privacy-policy', '/privacy /privacy-policy.html /data-privacy /data-protection'],
    [
      '/dmca-policy',
      `/dmca /dmca-policy.html /copyright-policy /copyright /takedown-policy /copyright-infringement /dmca-takedown
       /copyright-notice /intellectual-property`,
    ],
    [
      '/terms-of-service',
      `/terms /terms-of-service.html /user-agreement /service-terms /legal-terms /terms-and-conditions
       /service-agreement /usage-terms /user-terms`,
    ],
    ['/terms-glossary', '/glossary /definitions /terms-definitions /legal-glossary'],
    [
      '/how-to-download-videos',
      '/how-to-download-videos.html /video-download-guide /download-guide /video-formats-guide',
    ],
  ])('%s and its alias paths open the same page', (path, aliases) => {
    expect(main(path)).toBe(path)
    for (const alias of aliases.split(/\s+/)) expect([alias, main(alias)]).toEqual([alias, path])
  })

  test('lists main paths and no alias in the sitemap', () => {
    const listed = pathsOf(neutralBrand)
    for (const { paths } of contentPages) {
      expect(listed).toContain(paths[0])
      for (const alias of paths.slice(1)) expect(listed).not.toContain(alias)
    }
    expect(listed).toEqual(expect.arrayContaining(['/blog/1', '/blog/2', '/blog/3']))
  })

  test.each(['/blog/99', '/blog/abc', '/blog/0'])('%s shows the list of articles', async (path) => {
    const { status, html } = await show(path)
    expect(status).toBe(200)
    expect(html).toContain('<link rel="canonical" href="https://pocketreel.example/blog">')
    expect(html).toContain('Explore More Topics')
  })

  test.each(['/blog/1/2', '/blogs/1', '/help-center/x'])('no page exists at the path %s', (path) => {
    expect(pageAt(path)).toBeNull()
  })
})

describe.each(contentPages.map((page) => page.paths[0]!))('text, head and links of %s are right', (path) => {
  test(`${path} is complete without JavaScript`, async () => {
    const { status, html } = await show(path)
    expect(status).toBe(200)
    const words = wordsOf(html)
    expect(words.length).toBeGreaterThan(1_000)
    expect(/.{0,40}(undefined|NaN|\[object|\bnull\b).{0,40}/.exec(words)?.[0]).toBeUndefined()
    expect(html.match(/<h1/g)).toHaveLength(1)
    // React writes a <template> where a script must insert content later. These pages must be complete
    // without a script.
    expect(html.includes('<template')).toBe(false)
    // The CSP forbids style attributes.
    expect(/<[^>]* style=[^>]*>/.exec(html)?.[0]).toBeUndefined()
  })

  test(`${path} has the head of its page`, async () => {
    const { html } = await show(path)
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
    expect(title).toMatch(/ \| Pocketreel$/)
    const description = /<meta name="description" content="(.*?)">/.exec(html)?.[1] ?? ''
    expect(description.length).toBeGreaterThan(60)
    expect(html).toContain(`<link rel="canonical" href="https://pocketreel.example${path}">`)
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    )
    expect(data.map((one) => one['@type'])).toContain('BreadcrumbList')
  })

  test(`every internal link on ${path} leads to an existing page`, async () => {
    const { html } = await show(path)
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href!)
    const dead = links
      .map((href) => href.split('#')[0]!)
      .map((href) => languagePathOf(neutralBrand, href || '/').path)
      .filter((href) => href !== '/sitemap.xml' && !pageAt(href))
    expect([...new Set(dead)]).toEqual([])
  })

  test(`${path} escapes the brand and names no other`, async () => {
    const brand = {
      ...neutralBrand,
      domain: 'clips.example',
      branding: { ...neutralBrand.branding, name: 'Clip <Keeper>' },
      contact: { ...neutralBrand.contact, email: 'hi@clips.example' },
      seo: { ...neutralBrand.seo, canonicalUrl: 'https://clips.example', title: 'x', description: 'y' },
    }
    const { html } = await show(path, { brand, origin: 'https://clips.example', retentionSeconds: 600 })
    expect(/.{0,40}pocketreel.{0,40}/i.exec(html)?.[0]).toBeUndefined()
    expect(html.includes('<Keeper>')).toBe(false)
  })
})

test('leads each fragment to an element', async () => {
  let links = 0
  for (const { paths } of contentPages) {
    const { html } = await show(paths[0]!)
    for (const [, target, id] of html.matchAll(/<a [^>]*href="([^"#]*)#([\w-]+)"/g)) {
      links++
      const there = target ? (await show(target)).html : html
      expect([paths[0], id, there.includes(`id="${id}"`)]).toEqual([paths[0], id, true])
    }
  }
  expect(links).toBeGreaterThan(contentPages.length)
})
