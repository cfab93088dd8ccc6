import { expect, test } from 'vitest'
import { platforms } from '#contract/platforms/index.ts'
import type { VideoInfo } from '#contract/api.ts'
import { Failure, failures } from '#contract/failure.ts'
import { answerForm, pathsOf, render } from '../../web/render.tsx'
import type { Assets } from '../../web/document/assets.ts'
import { pageAt } from '../../web/routing/routes.ts'
import { green, hostile } from './brands.ts'

const assets: Assets = {
  manifest: {
    'web/main.tsx': {
      file: 'assets/main-1.js',
      isEntry: true,
      imports: ['_shared.js'],
      css: ['assets/main-1.css'],
    },
    '_shared.js': { file: 'assets/shared-1.js' },
    'web/pages/preview.tsx': { file: 'assets/preview-1.js', imports: ['_shared.js', '_words.js'] },
    '_words.js': { file: 'assets/words-1.js', css: ['assets/words-1.css'] },
    'web/pages/platform.tsx': { file: 'assets/platform-1.js', css: ['assets/platform-1.css'] },
  },
  styles: {
    'assets/main-1.css': '.wrap{margin:0}',
    'assets/words-1.css': '.words{margin:1px}',
    'assets/platform-1.css': '.keys{margin:2px}',
  },
  font: 'data:font/woff2;base64,d09GMg==',
}

const page = (path: string, brand = green, more: Partial<Parameters<typeof render>[0]> = {}) =>
  render({ path, brand, assets, origin: `https://${brand.domain}`, indexable: true, ...more })

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]
const isKept = (html: string) => !html.includes('<meta name="robots" content="noindex">')

for (const brand of [green, hostile]) {
  test(`every kind of page of ${brand.domain} renders completely and has one h1 and one main element`, async () => {
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

  test(`no page of ${brand.domain} needs an inline script or a style attribute`, async () => {
    for (const path of [
      '/',
      '/preview?title=x',
      '/preview?url=%2Fapi%2Fdownload%2Fstart-merge%3Ftask_id%3Dx',
      '/vimeo',
      '/nothing-here',
    ]) {
      const { html, styleHashes } = await page(path, brand)
      const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
      for (const one of scripts) expect(one).toMatch(/ src=| type="application\/(ld\+)?json"/)
      expect(html).not.toMatch(/<[^>]+ style="/)
      expect(html).not.toMatch(/ on\w+="/)
      const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css!)
      expect(styleHashes).toEqual(await Promise.all(styles.map(hashOf)))
    }
  })
}

async function hashOf(css: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
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
    for (const [, json] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
      expect(JSON.parse(json!)).toHaveProperty('@type')
  }
})

test('a preview page escapes the title in its URL, has no Open Graph tags and is not indexed', async () => {
  const { html } = await page(
    `/preview?url=https://a.example/v.mp4&title=${encodeURIComponent('</h1><img src=x onerror=alert(1)>')}`,
  )
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('og:')
  expect(titleOf(html)).toBe('Preview | Greenreel')
  expect(isKept(html)).toBe(false)
})

test('the canonical URL has the domain of the brand, and on an alias path it contains the main path', async () => {
  expect(canonicalOf((await page('/')).html)).toBe('https://green.example/')
  const alias = await page('/youtube-to-mp3', green, { origin: 'https://elsewhere.example' })
  expect(canonicalOf(alias.html)).toBe('https://green.example/youtube-downloader')
  expect(titleOf(alias.html)).toMatch(/MP3/)
})

test('every alias path of every platform has a page with its own title', async () => {
  for (const platform of platforms) {
    for (const path of platform.paths) {
      const meta = pageAt(`/${path}/`)?.meta(green, `/${path}`)
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

test('a disabled platform is missing in menus and sitemap, and its page is not indexed', async () => {
  const { html, status } = await page('/tiktok-downloader', hostile)
  expect(status).toBe(200)
  expect(isKept(html)).toBe(false)
  expect(html).toContain('doesn’t take')
  expect((await page('/', hostile)).html).not.toContain('/tiktok-downloader')
  expect(pathsOf(hostile)).not.toContain('/tiktok-downloader')
  expect(pathsOf(hostile)).toContain('/vimeo-downloader')
})

test('the menu for small screens lists exactly the platforms that their files mark as popular', async () => {
  const { html } = await page('/')
  const list = /Popular Platforms<\/h2>(<ul>.*?<\/ul>)/.exec(html)?.[1] ?? ''
  const names = list.split('</li>').map((item) => item.replace(/<[^>]*>/g, '').trim())
  const popular = platforms.filter(({ isPopular }) => isPopular).map(({ displayName }) => displayName)
  expect(popular).toContain('YouTube')
  expect(names.filter(Boolean)).toEqual(popular)
})

test('every path in the sitemap has a page that search engines may index', async () => {
  for (const path of pathsOf(green)) {
    const { status, html } = await page(path)
    expect(status, path).toBe(200)
    expect(isKept(html), path).toBe(true)
    expect(canonicalOf(html), path).toBe(new URL(path, 'https://green.example').href)
  }
})

test('a host that search engines must not index has noindex on all its pages', async () => {
  expect(isKept((await page('/', green, { indexable: false })).html)).toBe(false)
})

test('the page about a failure has the HTTP status and the escaped message of the failure, and is not indexed', async () => {
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

test('a page preloads its own chunk and every chunk that this chunk imports, each of them once', async () => {
  const { html } = await page('/preview')
  const files = [...html.matchAll(/<link rel="modulepreload" href="([^"]*)"/g)].map(([, file]) => file)
  expect(files).toEqual(['/assets/shared-1.js', '/assets/preview-1.js', '/assets/words-1.js'])
})

test('a page contains the CSS of its chunks inline, and links it as disabled so that it is not loaded twice', async () => {
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

test('the font of the first paint is a data: URL that the preload and the CSS rule share', async () => {
  const { html } = await page('/')
  const preloaded = /<link rel="preload" as="font" type="font\/woff2" href="([^"]*)" crossorigin>/.exec(html)
  expect(preloaded?.[1]).toBe(assets.font)
  expect(html).toContain(`src:url(${assets.font})format("woff2")`)
  expect(html.match(/url\((?!data:)/g), 'no other font is fetched for the first paint').toBeNull()
})

test('every kind of page blocks rendering until its #fold element is parsed', async () => {
  const paths = ['/', '/youtube', '/preview', '/blog', '/blog/1', '/help-center', '/how-to-download-videos']
  for (const path of [...paths, '/cookie-settings', '/privacy-policy', '/glossary', '/nothing-here']) {
    const { html } = await page(path)
    expect(html.match(/<link rel="expect" href="#fold" blocking="render">/g), path).toHaveLength(1)
    expect(html.match(/ id="fold"/g) ?? [], path).toHaveLength(1)
  }
})

test("the footer links to the brand's social media, and has no such list if the brand has none", async () => {
  const socialMedia = [{ name: 'Mast & "Oar"', url: 'https://social.example/@mast?a=1&b=2' }]
  const { html } = await page('/', { ...green, contact: { ...green.contact, socialMedia } })
  const footer = html.slice(html.indexOf('<footer'))
  expect(footer).toContain('href="https://social.example/@mast?a=1&amp;b=2"')
  expect(footer).toContain('Mast &amp; &quot;Oar&quot;')
  const without = await page('/', { ...green, contact: { ...green.contact, socialMedia: [] } })
  expect(without.html).not.toContain('Follow us')
})

test('an indexable page contains the escaped keywords of the brand', async () => {
  const keywords = ['video & audio', '"clips"']
  const shown = await page('/', { ...green, seo: { ...green.seo, keywords } })
  expect(shown.html).toContain('<meta name="keywords" content="video &amp; audio, &quot;clips&quot;">')
  const none = await page('/', { ...green, seo: { ...green.seo, keywords: [] } })
  expect(none.html).not.toContain('name="keywords"')
})

test('all Chinese text on platform pages is inside an element with lang="zh-Hans"', async () => {
  let runs = 0
  for (const path of platforms.flatMap(({ paths }) => paths.slice(0, 1))) {
    const { html } = await page(`/${path}`)
    const body = /<body[^>]*>(.*?)<script/s.exec(html)![1]!
    const open: string[] = []
    for (const [, tag, text] of body.matchAll(/<([^>]+)>|([^<]+)/g)) {
      if (text !== undefined && /\p{sc=Han}/u.test(text)) {
        runs += 1
        expect(
          open.some((one) => one.includes('lang="zh-Hans"')),
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
  expect(runs).toBeGreaterThan(15)
})

test('the page for a submitted form lists the formats and keeps the text in the field', async () => {
  const info: VideoInfo = {
    title: 'Coastline at <dawn>',
    platform: 'vimeo',
    is_podcast: false,
    source_url: 'https://vimeo.com/123456789',
    formats: [
      {
        url: 'https://cdn.example/v.mp4',
        label: '1080p MP4',
        ext: 'mp4',
        resolution: '1080p',
        is_audio_only: false,
        has_audio: true,
        key: 'k',
      },
    ],
  }
  const form = await answerForm(green, '/', 'see vimeo.com/123456789 !', async () => info)
  expect(form?.state).toMatchObject({ step: 'done' })
  const { html } = await page('/', green, { form: form! })
  expect(html).toContain('Coastline at &lt;dawn&gt;')
  expect(html).toContain('aria-label="1080p MP4')
  expect(html).toContain('value="see vimeo.com/123456789 !"')
  expect(html).not.toContain('<template')
})

test('the panel of a post lists its items with their kinds, and marks the item that is shown', async () => {
  const picture = { url: '/api/proxied_download?url=x&g=y', ext: 'jpg', width: 2048, height: 1365 }
  const info: VideoInfo = {
    title: 'A post',
    platform: 'instagram',
    is_podcast: false,
    source_url: 'https://www.instagram.com/p/CxYzAbCdEfG/',
    formats: [
      {
        url: '/x',
        label: 'Image JPG',
        ext: 'jpg',
        resolution: '2048 × 1365',
        is_audio_only: false,
        has_audio: false,
        key: 'k',
      },
      {
        url: '/g',
        label: 'Animated GIF',
        ext: 'gif',
        resolution: '270p',
        is_audio_only: false,
        has_audio: false,
        key: 'g',
      },
    ],
    part: { index: 1, total: 140 },
    entries: [
      { index: 1, kind: 'image', title: 'حلقة <b>', duration: null, picture },
      { index: 2, kind: 'video', title: null, duration: 62 },
      { index: 3, kind: null, title: '界'.repeat(300), duration: null },
    ],
  }
  const form = await answerForm(green, '/', info.source_url, async () => info)
  const { html } = await page('/', green, { form: form! })
  expect(html).toContain('The first 3 of 140 items')
  expect(html.match(/aria-current="true"/g)).toHaveLength(1)
  expect(html).toContain('dir="auto">حلقة &lt;b&gt;<')
  expect(html).toContain('aria-label="Save picture 1, 2048 × 1365 JPG"')
  expect(html).toMatch(/2<!-- -->\. <!-- -->Video.*1:02|1:02.*2<!-- -->\. <!-- -->Video/s)
  expect(html).toContain('<h3>Image</h3>')
  expect(html).toContain('<h3>Animated GIF</h3>')
  expect(html).not.toContain('<h3>Video without sound</h3>')
  // A post with only one picture needs no zip.
  expect(html).not.toContain('Save all')
})

test("a submitted form with a wrong link shows the platform's message and starts no extraction", async () => {
  const refuse = () => Promise.reject(new Error('must not be called'))
  const form = await answerForm(green, '/vimeo-downloader', 'not a link', refuse)
  expect(form).toEqual({
    text: 'not a link',
    state: { step: 'failed', message: expect.stringContaining('Please enter a valid Vimeo URL') },
  })
  const { html } = await page('/vimeo-downloader', green, { form: form! })
  expect(html).toContain('Please enter a valid Vimeo URL')
})

test('a submitted form whose extraction fails shows the failure message and keeps its link', async () => {
  const form = await answerForm(green, '/', 'https://vimeo.com/123456789', () =>
    Promise.reject(new Failure('private')),
  )
  expect(form?.state).toEqual({
    step: 'failed',
    message: failures.private.text,
    url: 'https://vimeo.com/123456789',
  })
})

test('a page without a form shows no result when a link is submitted to it', async () => {
  expect(
    await answerForm(green, '/blog', 'https://vimeo.com/123456789', () => Promise.reject(new Error())),
  ).toBeNull()
})
