import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { rewritePlaylist } from '../../../edge/media/playlist.ts'
import { assertSegment } from '../../../edge/media/segment.ts'
import { openGrant, grantPlaylist, type PlaylistTerms } from '../../../edge/grants/grant.ts'
import { ask, askImage, pathOf, terms } from '../grants/grant-maker.ts'
import { errorOf, hits, HOST, merger, paste, visit, visitor } from '../visit.ts'

const cdn = (name: string) => `https://cdn.test/${name}`

describe('the proxy for media', () => {
  test('the proxy sends the whole file, without unsafe headers of the source', async () => {
    const answer = await ask(cdn('v.mp4'))
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(1_000)
    for (const name of ['set-cookie', 'link', 'alt-svc', 'service-worker-allowed', 'location'])
      expect(answer.headers.get(name)).toBe(null)
    expect(answer.headers.get('content-length')).toBe('1000')
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('etag')).toBe('"v1"')
  })

  test('the proxy waits until a media link works, and sends no request to the source before', async () => {
    const availableAt = Date.now() + 700
    const answer = await ask(cdn('v.mp4'), {}, { availableAt })
    expect(answer.status).toBe(200)
    expect(Date.now()).toBeGreaterThanOrEqual(availableAt)
  })

  test('the proxy refuses a media link that works only after more than 45 s', async () => {
    const answer = await ask(cdn('v.mp4'), {}, { availableAt: Date.now() + 60_000 })
    expect(await errorOf(answer)).toMatchObject({ code: 'site_limit' })
  })

  test('the proxy sends the headers of the grant to the source, and no headers of the visitor', async () => {
    const headers = { Referer: 'https://page.test/', 'User-Agent': 'Player/1' }
    const visitorHeaders = {
      cookie: 'private=1',
      authorization: 'Basic x',
      'user-agent': 'Me',
      'x-forwarded-for': '1.2.3.4',
      'accept-language': 'de',
    }
    const answer = await ask(cdn('echo.mp4'), { headers: visitorHeaders }, { headers, cookies: 'session=1' })
    const seen = await answer.json<Record<string, string>>()
    expect(seen).toMatchObject({
      referer: 'https://page.test/',
      'user-agent': 'Player/1',
      cookie: 'session=1',
    })
    // This is the complete list of headers. The local runtime adds some of them, for example `cf-worker` with
    // the domain of the brand.
    const ofTheTestServer = ['host', 'connection', 'accept', 'accept-language', 'sec-fetch-mode']
    expect(seen['accept-language']).not.toBe('de')
    expect(Object.keys(seen).filter((name) => !ofTheTestServer.includes(name))).toEqual([
      'accept-encoding',
      'cache-control',
      'cf-worker',
      'cookie',
      'pragma',
      'referer',
      'user-agent',
    ])
    // `cache: 'no-store'` adds this header. It keeps the media out of Cloudflare's cache.
    expect(seen['cache-control']).toBe('no-cache')
  })

  test('the proxy passes the requested range on, and returns 502 if the source sends another range', async () => {
    const range = await ask(cdn('v.mp4'), { headers: { range: 'bytes=10-19' } })
    expect(range.status).toBe(206)
    expect(range.headers.get('content-range')).toBe('bytes 10-19/1000')
    expect([...new Uint8Array(await range.arrayBuffer())]).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    expect((await ask(cdn('v.mp4'), { headers: { range: 'bytes=-5' } })).headers.get('content-range')).toBe(
      'bytes 995-999/1000',
    )
    expect((await ask(cdn('v.mp4'), { headers: { range: 'bytes=0-9,20-29' } })).status).toBe(200)
    expect((await ask(cdn('v.mp4'), { headers: { range: 'bytes=5000-' } })).status).toBe(416)
    expect((await ask(cdn('wrong-range.mp4'), { headers: { range: 'bytes=0-9' } })).status).toBe(502)
    expect((await ask(cdn('wrong-range.mp4'))).status).toBe(502)
    expect((await ask(cdn('no-ranges.mp4'), { headers: { range: 'bytes=100-' } })).status).toBe(200)
  })

  test('the proxy sends the whole file if the file has changed, even if the source ignores If-Range', async () => {
    const resumed = (validator: string) =>
      ask(cdn('v.mp4'), { headers: { range: 'bytes=10-19', 'if-range': validator } })
    expect((await resumed('"v1"')).status).toBe(206)
    for (const other of ['"v0"', 'W/"v1"', 'Tue, 06 Jan 2026 10:00:00 GMT']) {
      const whole = await resumed(other)
      expect(whole.status, other).toBe(200)
      expect((await whole.arrayBuffer()).byteLength).toBe(1_000)
    }
  })

  test('the proxy handles HEAD with a HEAD request to the source, or with a request for one byte', async () => {
    for (const name of ['v.mp4', 'no-head.mp4']) {
      const answer = await ask(cdn(name), { method: 'HEAD' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-length')).toBe('1000')
      expect(answer.headers.get('content-range')).toBe(null)
    }
  })

  test('the proxy uses the container of the grant if the source sends application/octet-stream', async () => {
    const answer = await ask(cdn('unnamed.mp4'), {}, { container: 'm4a' })
    expect(answer.headers.get('content-type')).toBe('audio/mp4')
  })

  test('the path /api/preview sends a file inline', async () => {
    const path = (await pathOf(cdn('v.mp4'))).replace('/api/proxied_download', '/api/preview')
    expect((await visit(path)).headers.get('content-disposition')).toMatch(/^inline/)
  })

  test('the proxy returns status 415 if the source does not send media', async () => {
    for (const name of ['page.mp4', 'picture.svg']) expect((await ask(cdn(name))).status).toBe(415)
  })

  test('the proxy returns status 415 if the source sends a playlist under a grant for a file', async () => {
    expect((await ask(cdn('master.m3u8'))).status).toBe(415)
  })

  test('the proxy returns status 415 for media with a Content-Encoding, because it would be saved encoded', async () => {
    expect((await ask(cdn('packed.mp4'))).status).toBe(415)
  })

  test.each(['gone.mp4', 'unauthorized.mp4', 'ended.mp4'])(
    'the proxy returns the code stale and the format key if the media link has expired: %s',
    async (name) => {
      expect(await errorOf(await ask(cdn(name)))).toMatchObject({ code: 'stale', format_key: 'k' })
    },
  )

  test('the proxy returns the code site_limit if the source returns status 429', async () => {
    expect(await errorOf(await ask(cdn('limit.mp4')))).toMatchObject({ status: 503, code: 'site_limit' })
  })
})

describe('redirects of a media source', () => {
  const redirect = (to: string, from = cdn('redir')) => `${from}?to=${encodeURIComponent(to)}`

  test('the proxy follows a redirect to a public host', async () => {
    expect((await ask(redirect(cdn('v.mp4')))).status).toBe(200)
  })

  test.each([
    'http://127.0.0.1/x',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'http://localhost/',
    '//10.0.0.1/x',
    'http://cdn.test:8080/v.mp4',
    'http://a@cdn.test/v.mp4',
  ])('the proxy refuses a redirect to %s', async (to) => {
    expect((await ask(redirect(to))).status).toBe(400)
  })

  test.each([
    ['a granted link', 'https://pocketreel.example/x.mp4'],
    ['a subdomain', 'https://a.clip-keeper.example/x.mp4'],
    ['a redirect', redirect('https://pocketreel.example/x.mp4')],
  ])('the proxy never requests media from our own hosts, not even through %s', async (_, link) => {
    expect(await errorOf(await ask(link))).toMatchObject({ status: 400, code: 'refused_address' })
  })

  test('the proxy returns status 502 after five redirects', async () => {
    expect((await ask(cdn('loop'))).status).toBe(502)
  })

  test.each([
    ['the same host', redirect(cdn('echo.mp4')), true],
    ['another host', redirect(cdn('echo.mp4'), 'https://media.test/redir'), false],
    ['http on the same host', redirect('http://cdn.test/echo.mp4'), false],
    [
      'http and then back to https on the same host',
      redirect(redirect(cdn('echo.mp4'), 'http://cdn.test/redir')),
      true,
    ],
  ])(
    'after a redirect to %s the proxy sends cookies and Authorization only to the same host over https',
    async (_, link, isSafe) => {
      const credentials = { cookies: 'session=1', headers: { Authorization: 'Bearer s' } }
      const seen = await (await ask(link, {}, credentials)).json<Record<string, string>>()
      expect([seen.cookie, seen.authorization]).toEqual(
        isSafe ? ['session=1', 'Bearer s'] : [undefined, undefined],
      )
    },
  )
})

describe('the relay through a merger', () => {
  test('if a source refuses the edge, the merger that extracted the link relays the media once', async () => {
    const url = cdn('forbidden.mp4')
    const answer = await ask(url, { headers: { range: 'bytes=0-' } }, { cookies: 'session=1' })
    expect(await answer.json()).toMatchObject({
      relayed: url,
      headers: { Cookie: 'session=1' },
      range: 'bytes=0-',
    })
    expect((await merger(url)).relays).toBe(1)
  })

  test('the relay receives a keyed hash that groups the downloads of one visitor, but no IP address', async () => {
    const of = async (address: string, name: string) => {
      const path = await pathOf(cdn(name), { way: 'relay' })
      const { visitor: hash } = await (await visitor(HOST, address)(path)).json<{ visitor: string | null }>()
      return hash
    }
    const first = await of('203.0.113.7', 'a.mp4')
    expect(first).toMatch(/^[\w-]{16}$/)
    expect(await of('203.0.113.7', 'b.mp4')).toBe(first)
    expect(await of('203.0.113.8', 'a.mp4')).not.toBe(first)
  })

  test('only the merger that extracted a bound link fetches its media', async () => {
    const info = await paste(`https://media.test/bound/${crypto.randomUUID()}`)
    expect(info.formats[0]!.url).toMatch(/^\/api\/proxied_download\?/)
    const before = await hits('/cdn.test/v.mp4')
    expect(await (await visit(info.formats[0]!.url)).json()).toMatchObject({
      relayed: cdn('v.mp4'),
      headers: { Referer: 'https://page.test/', Cookie: 'session=1' },
    })
    expect(await hits('/cdn.test/v.mp4')).toBe(before)
  })
})

describe('HLS playlists through the proxy', () => {
  const open = async (name: string, more: Partial<PlaylistTerms> = {}) => {
    const url = cdn(name)
    const rules = { domains: ['keys.test', 'other.test'], maxBytes: 1_000_000, ...more }
    const grant = await grantPlaylist(env, url, { ...terms, container: 'ts', ...rules })
    return visit(`/api/proxied_download?url=${encodeURIComponent(url)}&g=${grant}`)
  }
  /**
   * Returns a playlist with one link as the edge rewrites it. The test calls the rewriting directly, because
   * the fake relay cannot send a playlist.
   */
  const rewritten = async (base: string, link: string, more: Partial<PlaylistTerms>) => {
    const rules = { domains: ['keys.test', 'other.test'], maxBytes: 1_000_000, ...more }
    const sealed = await grantPlaylist(env, base, { ...terms, ...rules })
    const opened = await openGrant(env, 'media', base, sealed)
    if (opened.state !== 'open') throw new Error(opened.state)
    const list = rewritePlaylist(`#EXTM3U\n${link}\n`, new URL(base), opened.grant.family!)
    return await new Response(list).text()
  }
  const linksIn = (text: string) => text.split('\n').filter((line) => line.startsWith('/api/'))

  test('every link in an HLS playlist becomes a proxy link with a grant', async () => {
    const master = await open('master.m3u8')
    expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    const text = await master.text()
    expect(text).not.toMatch(/(^|")(audio|video)\/index/m)
    const list = await (await visit(linksIn(text)[0]!)).text()
    expect(list).toContain(
      '#EXT-X-KEY:METHOD=AES-128,URI="/api/proxied_download?url=https%3A%2F%2Fkeys.test%2Fk%3Fid%3D1&g=',
    )
    const links = linksIn(list)
    expect(links).toHaveLength(2)
    const segment = await visit(links[0]!)
    expect(segment.headers.get('content-length')).toBe('1000')
    expect((await segment.arrayBuffer()).byteLength).toBe(1_000)
    const key = await visit(/URI="([^"]+keys[^"]+)"/.exec(list)![1]!)
    expect(key.headers.get('content-type')).not.toMatch(/text/)
    expect(await key.text()).toBe('sixteen bytes ok')
  })

  test('the grant of a playlist segment is not valid for another link', async () => {
    const [segment] = linksIn(await (await open('video/index.m3u8')).text())
    const grant = new URLSearchParams(segment!.split('?')[1]).get('g')!
    expect(
      (await visit(`/api/proxied_download?url=${encodeURIComponent(cdn('v.mp4'))}&g=${grant}`)).status,
    ).toBe(403)
  })

  test("relative links in a playlist are resolved against the playlist's URL after redirects", async () => {
    const text = await (
      await open(`redir?to=${encodeURIComponent('https://cdn.test/video/index.m3u8')}`)
    ).text()
    expect(new URLSearchParams(linksIn(text)[0]!.split('?')[1]).get('url')).toBe(cdn('video/seg-1.ts'))
  })

  test('credentials of a playlist are sent only to its own host over https, by the edge and by the relay', async () => {
    const credentials = {
      cookies: 'session=1',
      headers: { Authorization: 'Bearer s', Referer: 'https://p.test/' },
    }
    const links = linksIn(await (await open('credentials.m3u8', credentials)).text()).slice(0, 3)
    const seen = []
    for (const link of links)
      seen.push(JSON.parse((await (await visit(link)).text()).slice('WEBVTT '.length)))
    expect(seen).toMatchObject([
      { cookie: 'session=1', authorization: 'Bearer s', referer: 'https://p.test/' },
      { referer: 'https://p.test/' },
      { referer: 'https://p.test/' },
    ])
    for (const headers of seen.slice(1)) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('authorization')
    }
    const relayed = linksIn(
      await rewritten('https://cdn.test/', 'https://keys.test/relayed.vtt', { ...credentials, way: 'relay' }),
    )
    const text = await (await visit(relayed[0]!)).text()
    expect(JSON.parse(text.slice('WEBVTT '.length))).toMatchObject({
      headers: { Referer: 'https://p.test/' },
    })
    expect(text).not.toMatch(/session=1|Bearer/)
  })

  test('a playlist segment that redirects to another domain is refused', async () => {
    const [, , , elsewhere] = linksIn(await (await open('credentials.m3u8')).text())
    const before = await hits('/media.test/v.mp4')
    expect(await errorOf(await visit(elsewhere!))).toMatchObject({ status: 400, code: 'refused_address' })
    const [, , , allowed] = linksIn(
      await (await open('credentials.m3u8', { domains: ['keys.test', 'media.test'] })).text(),
    )
    expect((await visit(allowed!)).status).toBe(200)
    expect(await hits('/media.test/v.mp4')).toBe(before + 2)
  })

  test('a playlist with a link on a domain that the grant does not list is refused', async () => {
    expect(await errorOf(await open('credentials.m3u8', { domains: [] }))).toMatchObject({
      status: 400,
      code: 'refused_address',
    })
  })

  test('a link in a playlist is refused if its Content-Length exceeds the maximum of the grant', async () => {
    const [segment] = linksIn(await (await open('video/index.m3u8', { maxBytes: 999 })).text())
    expect(await errorOf(await visit(segment!))).toMatchObject({ status: 413, code: 'too_big' })
    const [whole] = linksIn(await (await open('video/index.m3u8', { maxBytes: 1_000 })).text())
    expect((await (await visit(whole!)).arrayBuffer()).byteLength).toBe(1_000)
  })

  test('a link in a playlist without Content-Length is cut off at the maximum of the grant', async () => {
    const endless = () =>
      new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1_000)) }))
    const answer = await assertSegment(endless(), 20_000)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  test('a playlist with a link to a private address is refused', async () => {
    expect((await open('inside.m3u8')).status).toBe(400)
  })

  test('an HTML document instead of a playlist is refused', async () => {
    expect((await open('html.m3u8')).status).toBe(415)
  })

  test('a playlist of more than 2 MB without a Content-Length is refused', async () => {
    expect(await errorOf(await open('endless.m3u8'))).toMatchObject({ status: 413, code: 'too_big' })
  })

  test('segments of a playlist may have any Content-Type unless they contain HTML, JSON or XML', async () => {
    const links = linksIn(await (await open('mixed.m3u8')).text())
    const statuses = []
    for (const link of links) {
      const answer = await visit(link)
      statuses.push([/%2F([\w.]+)&g=/.exec(link)![1], answer.status])
      await answer.body?.cancel()
    }
    expect(Object.fromEntries(statuses)).toEqual({
      'page.html': 415,
      'data.json': 415,
      'feed.xml': 415,
      'lines.vtt': 200,
      'encrypted.ts': 200,
    })
  })
})

describe('the image proxy', () => {
  test('the image proxy sends an image and allows browsers to cache it', async () => {
    const answer = await askImage(cdn('poster.jpg'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    const before = await hits('/cdn.test/poster.jpg')
    expect((await askImage(cdn('poster.jpg'))).status).toBe(200)
    expect(await hits('/cdn.test/poster.jpg')).toBe(before)
  })

  test('the image proxy caches two URLs separately if they differ only in their query', async () => {
    const before = await hits('/cdn.test/poster.jpg')
    for (const name of ['poster.jpg?size=1', 'poster.jpg?size=2'])
      expect((await askImage(cdn(name))).status).toBe(200)
    expect(await hits('/cdn.test/poster.jpg')).toBe(before + 2)
  })

  test('the image proxy returns status 415 if the source does not send an image', async () => {
    expect((await askImage(cdn('page.mp4'))).status).toBe(415)
  })
})
