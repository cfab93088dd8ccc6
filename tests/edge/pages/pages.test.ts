import { describe, expect, test } from 'vitest'
import { HOST, visit, visitor } from '../visit.ts'

const html = { accept: 'text/html,*/*', 'sec-fetch-dest': 'document' }

describe('a page', () => {
  test('is whole in its HTML, with a policy that names its styles', async () => {
    const answer = await visit('/', { headers: html })
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('<h1')
    const policy = answer.headers.get('content-security-policy')!
    for (const style of text.matchAll(/<style>(.*?)<\/style>/gs)) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style[1]))
      expect(policy).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`)
    }
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).toContain("script-src 'self';")
    for (const script of text.matchAll(
      /<script(?![^>]*type="application\/(?:ld\+)?json")([^>]*)>(.*?)<\/script>/gs,
    ))
      expect(script[2]).toBe('')
  })

  test('is revalidated by what it holds', async () => {
    const first = await visit('/', { headers: html })
    const etag = first.headers.get('etag')!
    const again = await visit('/', { headers: { ...html, 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(
      (await visitor('clip-keeper.example')('/', { headers: { ...html, 'if-none-match': etag } })).status,
    ).toBe(200)
  })

  test('is kept for the next visitor, each host and look its own', async () => {
    const ask = async (host: string, cookie = '') =>
      await (await visitor(host)('/', { headers: { ...html, cookie } })).text()
    const [first, dark, stranger] = [await ask(HOST), await ask(HOST, 'theme=dark'), await ask('evil.test')]
    expect(await ask(HOST)).toBe(first)
    expect(dark).not.toBe(first)
    expect(stranger).toContain('noindex')
    expect(first).not.toContain('noindex')
  })

  test('that nobody knows is a real 404', async () => {
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

  test('of a platform is found at each of its names', async () => {
    for (const path of ['/youtube-downloader', '/youtube-to-mp3', '/vimeo', '/podcast-downloader']) {
      const answer = await visit(path, { headers: html })
      expect(answer.status, path).toBe(200)
      await answer.body?.cancel()
    }
  })

  test('of a preview says nothing of its query to search engines', async () => {
    const text = await (await visit('/preview?url=x&title=Evil%20<b>', { headers: html })).text()
    expect(text).toContain('noindex')
    expect(text).not.toContain('<b>')
  })
})

describe('a failure', () => {
  test('is a page for someone who followed a link, and JSON for a call', async () => {
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

  test('of a wrong API path is JSON, whoever asks', async () => {
    const answer = await visit('/api/nothing')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('for machines', () => {
  test('the site map names canonical pages only', async () => {
    const text = await (await visit('/sitemap.xml')).text()
    const places = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place!)
    expect(places).toContain('https://pocketreel.example/')
    expect(places).toContain('https://pocketreel.example/youtube-downloader')
    expect(places).not.toContain('https://pocketreel.example/youtube-to-mp3')
    expect(places.some((place) => place.includes('/preview'))).toBe(false)
  })

  test('robots, manifest and icon are the brand’s', async () => {
    expect(await (await visit('/robots.txt')).text()).toMatch(/Disallow: \/api\//)
    const manifest = await (
      await visit('/manifest.webmanifest')
    ).json<{ share_target: { action: string; params: { url: string } } }>()
    expect(manifest.share_target).toMatchObject({ action: '/', params: { url: 'url' } })
    const icon = await visit('/favicon.svg')
    expect(icon.headers.get('content-type')).toBe('image/svg+xml')
    expect(await icon.text()).toMatch(/^<svg/)
  })

  test('a built file that is missing is a 404 that nobody keeps', async () => {
    const answer = await visit('/assets/nope-12345.js')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('every answer', () => {
  test('carries the security headers and lets no other origin read it', async () => {
    for (const path of ['/', '/api/config', '/robots.txt', '/nowhere', '/api/download/status/x']) {
      const answer = await visit(path, { headers: { origin: 'https://evil.test' } })
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('content-security-policy')).toBeTruthy()
      expect(answer.headers.get('access-control-allow-origin')).toBe(null)
      await answer.body?.cancel()
    }
  })

  test('of an API call is kept by nobody', async () => {
    for (const path of ['/api/config', '/api/domain-config', '/api/download/status/x'])
      expect((await visit(path)).headers.get('cache-control')).toBe('no-store')
  })

  test('to another site’s POST, DELETE or preflight is a refusal', async () => {
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
