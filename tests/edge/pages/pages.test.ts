import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import worker from '../../../edge/worker.ts'
import { HOST, visit, visitor } from '../visit.ts'

const html = { accept: 'text/html,*/*', 'sec-fetch-dest': 'document' }

describe('the edge serves HTML pages', () => {
  test('has content, hashes, and one inline script', async () => {
    const answer = await visit('/', { headers: html })
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('<h1')
    const policy = answer.headers.get('content-security-policy')!
    const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)]
    expect(styles).not.toEqual([])
    const hashOf = async (content = '') => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
      return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
    }
    for (const [, style] of styles) expect(policy).toContain(await hashOf(style))
    expect(policy).not.toContain('unsafe-inline')
    const scripts = [
      ...text.matchAll(/<script(?![^>]*type="application\/(?:ld\+)?json")[^>]*>(.*?)<\/script>/gs),
    ]
    const inline = scripts.filter(([, code]) => code !== '')
    expect(inline).toHaveLength(1)
    expect(scripts.length).toBeGreaterThan(1)
    expect(policy).toContain(`script-src 'self' ${await hashOf(inline[0]![1])};`)
  })

  test('refuses scripts that are created from text', async () => {
    const policy = (await visit('/', { headers: html })).headers.get('content-security-policy')!
    expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types offline-worker")
  })

  test('answers 304 only for its own ETag', async () => {
    const first = await visit('/', { headers: html })
    const etag = first.headers.get('etag')!
    const again = await visit('/', { headers: { ...html, 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(
      (await visitor('clip-keeper.example')('/', { headers: { ...html, 'if-none-match': etag } })).status,
    ).toBe(200)
  })

  test('is cached by host, whatever the cookies', async () => {
    const ask = async (host: string, cookie = '') =>
      await (await visitor(host)('/', { headers: { ...html, cookie } })).text()
    const [first, dark, stranger] = [await ask(HOST), await ask(HOST, 'theme=dark'), await ask('evil.test')]
    expect(await ask(HOST)).toBe(first)
    expect(dark).toBe(first)
    expect(stranger).toContain('noindex')
    expect(first).not.toContain('noindex')
  })

  test('answers 404 without redirect and ETag', async () => {
    for (const path of [
      '/nowhere',
      '/youtube-downloader/x/y',
      '//api//config',
      '//evil.test/%2f..',
      '/.env',
      '/wp-login.php',
    ]) {
      const answer = await visit(path, { headers: html })
      expect(answer.status, path).toBe(404)
      expect(answer.headers.get('location')).toBe(null)
      expect(answer.headers.get('etag')).toBe(null)
    }
  })

  test('serves a platform at each of its paths', async () => {
    for (const path of ['/youtube-downloader', '/youtube-to-mp3', '/vimeo', '/podcast-downloader']) {
      const answer = await visit(path, { headers: html })
      expect(answer.status, path).toBe(200)
      await answer.body?.cancel()
    }
  })

  test('escapes the title of a preview, with noindex', async () => {
    const text = await (await visit('/preview?url=x&title=Evil%20<b>', { headers: html })).text()
    expect(text).toContain('noindex')
    expect(text).not.toContain('<b>')
  })
})

describe('the edge returns a failure as a page or as JSON', () => {
  test('answers a failure as a page or as JSON', async () => {
    const page = await visit('/s/0000000000000', { headers: html })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toMatch(/html/)
    expect(await page.text()).toContain('There is nothing at this address')
    const call = await visit('/s/0000000000000', { headers: { 'sec-fetch-dest': 'empty' } })
    expect(await call.json()).toEqual({
      error: 'There is nothing at this address. Please start from the homepage.',
      code: 'not_found',
    })
  })

  test('an unknown API path returns status 404 with JSON', async () => {
    const answer = await visit('/api/nothing')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('the site serves files for browsers and search engines', () => {
  test('the sitemap lists only canonical pages', async () => {
    const text = await (await visit('/sitemap.xml')).text()
    const places = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place!)
    expect(places).toContain('https://pocketreel.example/')
    expect(places).toContain('https://pocketreel.example/youtube-downloader')
    expect(places).not.toContain('https://pocketreel.example/youtube-to-mp3')
    expect(places.some((place) => place.includes('/preview'))).toBe(false)
  })

  test('the site serves robots.txt, a web app manifest and an icon', async () => {
    expect(await (await visit('/robots.txt')).text()).toMatch(/Disallow: \/api\//)
    const manifest = await (
      await visit('/manifest.webmanifest')
    ).json<{ share_target: { action: string; params: { url: string } } }>()
    expect(manifest.share_target).toMatchObject({ action: '/', params: { url: 'url' } })
    const icon = await visit('/favicon.svg')
    expect(icon.headers.get('content-type')).toBe('image/svg+xml')
    expect(await icon.text()).toMatch(/^<svg/)
  })

  test('the installed site offers pages in its language', async () => {
    for (const base of ['', '/es', '/ar']) {
      const manifest = await visit(`${base}/manifest.webmanifest`)
      const { shortcuts } = await manifest.json<{ shortcuts: { name: string; url: string }[] }>()
      expect(shortcuts.map(({ url }) => url)).toEqual(
        ['/#link', '/send-a-link', '/status', '/help-center'].map((path) => base + path),
      )
      for (const { name, url } of shortcuts.slice(1))
        expect(await (await visit(url, { headers: html })).text()).toContain(`<title>${name} |`)
    }
  })

  test('serves PNG icons of the stated sizes', async () => {
    const { icons } = await (
      await visit('/manifest.webmanifest')
    ).json<{ icons: { src: string; sizes: string; type: string; purpose?: string }[] }>()
    const pngs = icons.filter(({ type }) => type === 'image/png')
    expect(pngs.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    const home = await (await visit('/', { headers: html })).text()
    const apple = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(home)![1]!
    for (const { src, sizes } of [...pngs, { src: apple, sizes: '180x180' }]) {
      const icon = await visit(src)
      expect(icon.headers.get('content-type')).toBe('image/png')
      const bytes = await icon.arrayBuffer()
      const header = new DataView(bytes)
      expect(header.getUint32(0)).toBe(0x89504e47)
      expect(`${header.getUint32(16)}x${header.getUint32(20)}`).toBe(sizes)
    }
    expect((await visit('/icon-7.png')).status).toBe(404)
  })

  test('answers 404 with no-store for a missing asset', async () => {
    const answer = await visit('/assets/nope-12345.js')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('responses protect the visitor from other sites', () => {
  test('every response has the security headers and no CORS header', async () => {
    for (const path of ['/', '/api/config', '/robots.txt', '/nowhere', '/api/download/status/x']) {
      const answer = await visit(path, { headers: { origin: 'https://evil.test' } })
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('content-security-policy')).toBeTruthy()
      expect(answer.headers.get('access-control-allow-origin')).toBe(null)
      await answer.body?.cancel()
    }
  })

  test('every response to an API call has Cache-Control: no-store', async () => {
    for (const path of ['/api/config', '/api/domain-config', '/api/download/status/x'])
      expect((await visit(path)).headers.get('cache-control')).toBe('no-store')
  })

  test('refuses changes from another site', async () => {
    const headers = { origin: 'https://evil.test', 'content-type': 'application/json' }
    for (const path of ['/api/download-video', '/api/shorten-preview']) {
      const answer = await visit(path, { method: 'POST', headers, body: '{}' })
      expect(answer.status).toBe(403)
      expect(
        (await visit(path, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: '{}' }))
          .status,
      ).toBe(403)
      const preflight = await visit(path, {
        method: 'OPTIONS',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      })
      expect(preflight.status).toBe(405)
      expect([...preflight.headers.keys()].some((name) => name.startsWith('access-control'))).toBe(false)
    }
    expect((await visit('/api/download/task/x', { method: 'DELETE', headers })).status).toBe(403)
  })
})

test('redirects plain http in production', async () => {
  const production = { ...env, ENVIRONMENT: 'production', MERGER_ORIGIN: '', MERGERS: '1' }
  const open = (url: string) => worker.fetch(new Request(url, { redirect: 'manual' }), production)
  const answer = await open('http://pocketreel.example/blog?x=1')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    308,
    'https://pocketreel.example/blog?x=1',
  ])
  expect((await open('https://pocketreel.example/blog')).status).toBe(200)
  expect((await open('http://127.0.0.1:8787/blog')).status).toBe(200)
})

test('is foreign only with a link from another site', async () => {
  const isMarked = async (path: string, site: string) =>
    (await (await visit(path, { headers: { 'sec-fetch-site': site } })).text()).includes('"isForeign":true')
  for (const path of ['/preview?url=https://media.test/v.mp4', '/twitter-downloader?url=https://x.com/a'])
    for (const site of ['same-origin', 'none', 'cross-site'])
      expect(await isMarked(path, site), `${path} ${site}`).toBe(site === 'cross-site')
  expect(await isMarked('/', 'cross-site')).toBe(false)
  expect(await isMarked('/twitter-downloader', 'cross-site')).toBe(false)
})

test('knows a preview opened from this site', async () => {
  const open = async (path: string, site: string, destination = 'document') =>
    await (await visit(path, { headers: { 'sec-fetch-site': site, 'sec-fetch-dest': destination } })).text()
  const preview = '/preview?url=https://media.test/v.mp4&title=Call%20us'
  for (const site of ['same-origin', 'same-site', 'none', 'cross-site']) {
    const document = await open(preview, site)
    expect([document.includes('"isOwnPreview":true'), document.includes('not from us.</p>')], site).toEqual(
      site === 'same-origin' ? [true, false] : [false, true],
    )
  }
  // If a service worker requests the preview, the request can have these Sec-Fetch headers even if another
  // site opened the preview.
  expect(await open(preview, 'same-origin', 'empty')).toContain('not from us.</p>')
  expect(await open('/', 'same-origin')).not.toContain('"isOwnPreview"')
})
