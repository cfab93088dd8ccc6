import { texts as heads } from '#texts/en/heads.ts'
import { expect, test } from 'vitest'
import type { Brand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import type { AnsweredForm } from '../../web/download/form/answer-form.ts'
import { article as comparison } from '../../web/content/articles/comparison.ts'
import { article as formats } from '../../web/content/articles/formats.ts'
import { article as law } from '../../web/content/articles/law.ts'
import type { Block } from '../../web/content/prose.ts'
import { pathsOf } from '../../web/render.tsx'
import { pageAt } from '../../web/routing/routes.ts'
import { green, hostile } from './brands.ts'
import { assets, page } from './rendering.ts'

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]
const isKept = (html: string) => !html.includes('<meta name="robots" content="noindex">')

for (const brand of [green, hostile]) {
  test(`every page of ${brand.domain} has one h1 and one main`, async () => {
    for (const path of [
      '/',
      '/preview',
      '/youtube-downloader',
      '/vimeo-to-mp3',
      '/soundcloud',
      '/nothing-here',
    ]) {
      const { html, status } = await page(path, brand)
      expect(status, path).toBe(path === '/nothing-here' ? 404 : 200)
      expect(html.startsWith('<!doctype html><html lang="en">')).toBe(true)
      expect(html, path).not.toMatch(/undefined|\[object Object\]|NaN/)
      expect(html.match(/<h1[ >]/g), path).toHaveLength(1)
      expect(html.match(/<main[ >]/g), path).toHaveLength(1)
      expect(titleOf(html), path).toBeTruthy()
    }
  })

  test(`a page of ${brand.domain} has inline only what its policy allows by hash`, async () => {
    for (const path of [
      '/',
      '/preview?title=x',
      '/preview?url=%2Fapi%2Fdownload%2Fstart-merge%3Ftask_id%3Dx',
      '/vimeo',
      '/nothing-here',
    ]) {
      const { html, styleHashes, scriptHashes } = await page(path, brand)
      const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
      const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code!)
      expect(inline).toHaveLength(brand.features.darkMode ? 1 : 0)
      expect(html.includes('name="theme"')).toBe(brand.features.darkMode)
      expect(scriptHashes).toEqual(await Promise.all(inline.map(hashOf)))
      for (const one of scripts.filter((attributes) => attributes !== ''))
        expect(one).toMatch(/ src=| type="application\/(ld\+)?json"/)
      expect(html).not.toMatch(/<[^>]+ style="/)
      expect(html).not.toMatch(/ on\w+="/)
      const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css!)
      expect(styleHashes).toEqual(await Promise.all(styles.map(hashOf)))
    }
  })
}

test('no page has a field for a password or a payment (C111)', async () => {
  const found = new Set<string>()
  for (const path of pathsOf(green)) {
    const { html } = await page(path)
    for (const [, attributes = ''] of html.matchAll(/<(?:input|select|textarea)\b([^>]*)>/g))
      found.add(/ type="([^"]*)"/.exec(attributes)?.[1] ?? attributes)
  }
  expect([...found].toSorted()).toEqual(['checkbox', 'hidden', 'radio', 'search', 'text'])
})

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${Buffer.from(digest).toString('base64')}'`
}

test('the texts of a brand are escaped in HTML, JSON and JSON-LD', async () => {
  for (const path of ['/', '/youtube', '/nothing-here']) {
    const { html } = await page(path, hostile)
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('</script><img')
    expect(html).toContain('&lt;img src=x')
    const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1]
    expect(JSON.parse(data!)).toMatchObject({ brand: { branding: { name: hostile.branding.name } } })
    const linked = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    expect(linked.length, path).toBe({ '/': 3, '/youtube': 2, '/nothing-here': 0 }[path])
    for (const [, json] of linked) expect(JSON.parse(json!)).toHaveProperty('@type')
  }
})

test('escapes the title of an unindexed preview', async () => {
  const { html } = await page(
    `/preview?url=https://a.example/v.mp4&title=${encodeURIComponent('</h1><img src=x onerror=alert(1)>')}`,
  )
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('og:')
  expect(titleOf(html)).toBe('Preview | Greenreel')
  expect(isKept(html)).toBe(false)
})

test("has the canonical URL of the brand's main path", async () => {
  expect(canonicalOf((await page('/')).html)).toBe('https://green.example/')
  const alias = await page('/youtube-to-mp3', green, { origin: 'https://elsewhere.example' })
  expect(canonicalOf(alias.html)).toBe('https://green.example/youtube-downloader')
  expect(titleOf(alias.html)).toMatch(/MP3/)
})

test('titles every alias path', async () => {
  for (const platform of platforms) {
    for (const path of platform.paths) {
      const meta = pageAt(`/${path}/`)?.meta({ brand: green, language: 'en', heads }, `/${path}`)
      expect(meta, path).toMatchObject({ title: platform.title(path), canonical: `/${platform.paths[0]}` })
    }
    const last = platform.paths.at(-1)
    if (!last) continue
    const { status, html } = await page(`/${last}`)
    expect(status, last).toBe(200)
    expect(titleOf(html), last).toBe(platform.title(last).replaceAll('&', '&amp;'))
    expect(html, last).toContain(`action="/${last}"`)
  }
})

test('calls a platform by its name in the brand', async () => {
  const named = (displayName: string, enabled = true): Brand => ({
    ...green,
    supportedPlatforms: green.supportedPlatforms.map((one) =>
      one.id === 'vimeo' ? { ...one, displayName, enabled } : one,
    ),
  })
  const brand = named('Film Attic')
  const texts = await Promise.all(
    ['/vimeo-downloader', '/vimeo-to-mp3', '/es/vimeo-downloader'].map(async (path) => {
      const { html } = await page(path, brand)
      const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]
      return [titleOf(html), heading?.replaceAll(/<[^>]*>/g, '')]
    }),
  )
  for (const [title, heading] of texts) {
    expect(title).toContain('Film Attic')
    expect(heading).toContain('Film Attic')
  }
  const form: AnsweredForm = {
    text: 'https://vimeo.com/123456789',
    state: { step: 'failed', message: 'No.', url: 'https://vimeo.com/123456789' },
  }
  expect((await page('/vimeo-downloader', brand, { form })).html).toContain('Film Attic Error')
  const off = await page('/vimeo-downloader', named('Film Attic', false))
  expect(off.html).toContain('doesn’t take Film Attic links')
})

test('hides a disabled platform', async () => {
  const { html, status } = await page('/tiktok-downloader', hostile)
  expect(status).toBe(200)
  expect(isKept(html)).toBe(false)
  expect(html).toContain('doesn’t take')
  expect((await page('/', hostile)).html).not.toContain('/tiktok-downloader')
  expect(pathsOf(hostile)).not.toContain('/tiktok-downloader')
  expect(pathsOf(hostile)).toContain('/vimeo-downloader')
})

test("lists the popular platforms in the phone's menu", async () => {
  const { html } = await page('/')
  const list = /Popular Platforms<\/h2>(<ul>.*?<\/ul>)/.exec(html)?.[1] ?? ''
  const names = list.split('</li>').map((item) => item.replace(/<[^>]*>/g, '').trim())
  const popular = platforms.filter(({ isPopular }) => isPopular).map(({ displayName }) => displayName)
  expect(popular).toContain('YouTube')
  expect(names.filter(Boolean)).toEqual(popular)
})

test('lists only indexed pages in the sitemap', async () => {
  for (const path of pathsOf(green)) {
    const { status, html } = await page(path)
    expect(status, path).toBe(200)
    expect(isKept(html), path).toBe(true)
    expect(canonicalOf(html), path).toBe(new URL(path, 'https://green.example').href)
  }
})

test('has noindex on a host that is not indexed', async () => {
  expect(isKept((await page('/', green, { indexable: false })).html)).toBe(false)
})

test('shows an escaped failure with its status', async () => {
  const problem = {
    status: 503,
    code: 'merger_down',
    message: 'Our processing service is <asleep>.',
  } as const
  const { status, html } = await page('/', green, { problem })
  expect(status).toBe(503)
  expect(html).toContain('Our processing service is &lt;asleep&gt;.')
  expect(isKept(html)).toBe(false)
  expect(canonicalOf(html)).toBeUndefined()
})

test('preloads each chunk once', async () => {
  const { html } = await page('/preview')
  const files = [...html.matchAll(/<link rel="modulepreload" href="([^"]*)"/g)].map(([, file]) => file)
  expect(files).toEqual(['/assets/shared-1.js', '/assets/preview-1.js', '/assets/words-1.js'])
})

test('inlines each style sheet and disables its link', async () => {
  const carried = {
    '/': ['main'],
    '/preview': ['main', 'words'],
    '/youtube-downloader': ['main', 'platform'],
  }
  for (const [path, names] of Object.entries(carried)) {
    const { html } = await page(path)
    const named = [...html.matchAll(/<link rel="stylesheet" href="\/([^"]*)" disabled>/g)].map(
      ([, file]) => file,
    )
    expect(named, path).toEqual(names.map((name) => `assets/${name}-1.css`))
    for (const [file, css] of Object.entries(assets.styles))
      expect(html.includes(css), `${file} in ${path}`).toBe(named.includes(file))
  }
})

test('preloads the font by the URL of its rule', async () => {
  const { html } = await page('/')
  const preloaded = /<link rel="preload" as="font" type="font\/woff2" href="([^"]*)" crossorigin>/.exec(html)
  expect(preloaded?.[1]).toBe(assets.font)
  expect(html).toContain(`src:url(${assets.font})format("woff2")`)
  expect(html.match(/url\((?!data:)/g), 'no other font is fetched for the first paint').toBeNull()
})

test('blocks rendering until #fold', async () => {
  const paths = ['/', '/youtube', '/preview', '/blog', '/blog/1', '/help-center', '/how-to-download-videos']
  for (const path of [...paths, '/cookie-settings', '/privacy-policy', '/glossary', '/nothing-here']) {
    const { html } = await page(path)
    expect(html.match(/<link rel="expect" href="#fold" blocking="render">/g), path).toHaveLength(1)
    expect(html.match(/ id="fold"/g) ?? [], path).toHaveLength(1)
  }
})

test('the blog holds the text of each article, folded and behind the first screen', async () => {
  const { html } = await page('/blog')
  const [, ...folded] = html.slice(html.indexOf(' id="fold"')).split('<details class')
  const articles: (readonly Block[])[] = [formats, law, comparison]
  expect(folded).toHaveLength(articles.length)
  for (const [at, article] of articles.entries()) {
    const shown = folded[at]!.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    for (const block of article) {
      const texts = 'items' in block ? block.items : [block.text]
      for (const text of texts) if (typeof text === 'string') expect(shown).toContain(text)
    }
  }
})

test('lists social media only where there are any', async () => {
  const socialMedia = [{ name: 'Mast & "Oar"', url: 'https://social.example/@mast?a=1&b=2' }]
  const { html } = await page('/', { ...green, contact: { ...green.contact, socialMedia } })
  const footer = html.slice(html.indexOf('<footer'))
  expect(footer).toContain('href="https://social.example/@mast?a=1&amp;b=2"')
  expect(footer).toContain('Mast &amp; &quot;Oar&quot;')
  const without = await page('/', { ...green, contact: { ...green.contact, socialMedia: [] } })
  expect(without.html).not.toContain('Follow us</h2>')
})

test('an indexable page contains the escaped keywords of the brand', async () => {
  const keywords = ['video & audio', '"clips"']
  const shown = await page('/', { ...green, seo: { ...green.seo, keywords } })
  expect(shown.html).toContain('<meta name="keywords" content="video &amp; audio, &quot;clips&quot;">')
  const none = await page('/', { ...green, seo: { ...green.seo, keywords: [] } })
  expect(none.html).not.toContain('name="keywords"')
})

test('marks Chinese text by its language', async () => {
  let runs = 0
  for (const path of platforms.flatMap(({ paths }) => paths.slice(0, 1))) {
    const { html } = await page(`/${path}`)
    const body = /<body[^>]*>(.*?)<script/s.exec(html)![1]!
    const open: string[] = []
    for (const [, tag, text] of body.matchAll(/<([^>]+)>|([^<]+)/g)) {
      if (text !== undefined && /\p{sc=Han}/u.test(text)) {
        runs += 1
        expect(
          open.some((one) => / lang="(?:zh-Hans|ja)"/.test(one)),
          `${path}: ${text}`,
        ).toBe(true)
      }
      if (tag?.startsWith('/')) open.pop()
      else if (
        tag &&
        !/^(!|img|br|input|meta|link|path|use|rect|circle|hr|wbr|col|source)/.test(tag) &&
        !tag.endsWith('/')
      )
        open.push(tag)
    }
  }
  expect(runs).toBeGreaterThan(5)
})
