import { describe, expect, test } from 'vitest'
import { ask, pathOf } from '../grants/grant-maker.ts'
import { errorOf, hits, HOST, merger, paste, visit, visitor } from '../visit.ts'

/** The request as the fake source or relay has seen it. It sends JSON behind a byte that is no text. */
const echoed = async (answer: Response) =>
  JSON.parse((await answer.text()).slice(1)) as Record<string, string>
const cdn = (name: string) => `https://cdn.test/${name}`

describe('the proxy sends a media file of a source to the visitor', () => {
  test('sends the whole file without unsafe headers', async () => {
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

  test('waits until the media link works', async () => {
    const availableAt = Date.now() + 700
    const answer = await ask(cdn('v.mp4'), {}, { availableAt })
    expect(answer.status).toBe(200)
    expect(Date.now()).toBeGreaterThanOrEqual(availableAt)
  })

  test('refuses a wait of more than 45 s at once', async () => {
    const answer = await ask(cdn('v.mp4'), {}, { availableAt: Date.now() + 60_000 })
    expect(await errorOf(answer)).toMatchObject({ code: 'site_limit' })
  })

  test("sends the grant's headers and none of the visitor (C54)", async () => {
    const headers = { Referer: 'https://page.test/', 'User-Agent': 'Player/1' }
    const visitorHeaders = {
      cookie: 'private=1',
      authorization: 'Basic x',
      'user-agent': 'Me',
      'x-forwarded-for': '1.2.3.4',
      'accept-language': 'de',
    }
    const answer = await ask(cdn('echo.mp4'), { headers: visitorHeaders }, { headers, cookies: 'session=1' })
    const seen = await echoed(answer)
    expect(seen).toMatchObject({
      referer: 'https://page.test/',
      'user-agent': 'Player/1',
      cookie: 'session=1',
    })
    // The test server adds these headers, so the comparison below ignores them.
    const ofTheTestServer = ['host', 'connection', 'accept', 'accept-language', 'sec-fetch-mode']
    expect(seen['accept-language']).not.toBe('de')
    // The proxy does not send all of these headers itself: the local runtime adds some, for example
    // `cf-worker`.
    expect(Object.keys(seen).filter((name) => !ofTheTestServer.includes(name))).toEqual([
      'accept-encoding',
      'cache-control',
      'cf-worker',
      'cookie',
      'pragma',
      'referer',
      'user-agent',
    ])
    // `cache: 'no-store'` adds this header and keeps the media out of Cloudflare's cache.
    expect(seen['cache-control']).toBe('no-cache')
  })

  test('answers 502 if the source sends another range', async () => {
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
    expect((await ask(cdn('no-ranges.mp4'), { headers: { range: 'bytes=100-' } })).status).toBe(200)
  })

  test('sends the whole file if If-Range does not match', async () => {
    const resumed = (validator: string) =>
      ask(cdn('v.mp4'), { headers: { range: 'bytes=10-19', 'if-range': validator } })
    expect((await resumed('"v1"')).status).toBe(206)
    for (const other of ['"v0"', 'W/"v1"', 'Tue, 06 Jan 2026 10:00:00 GMT']) {
      const whole = await resumed(other)
      expect(whole.status, other).toBe(200)
      expect((await whole.arrayBuffer()).byteLength).toBe(1_000)
    }
  })

  test('answers HEAD though the source knows only GET', async () => {
    for (const name of ['v.mp4', 'no-head.mp4']) {
      const answer = await ask(cdn(name), { method: 'HEAD' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-length')).toBe('1000')
      expect(answer.headers.get('content-range')).toBe(null)
    }
  })

  test('takes the type of an octet-stream from the grant', async () => {
    const answer = await ask(cdn('unnamed.mp4'), {}, { container: 'm4a' })
    expect(answer.headers.get('content-type')).toBe('audio/mp4')
  })

  test('sends media inline through /api/preview', async () => {
    const path = (await pathOf(cdn('v.mp4'))).replace('/api/proxied_download', '/api/preview')
    expect((await visit(path)).headers.get('content-disposition')).toMatch(/^inline/)
  })

  test('answers 415 if the source sends no media', async () => {
    for (const name of ['page.mp4', 'picture.svg']) expect((await ask(cdn(name))).status).toBe(415)
  })

  test('answers 415 for a playlist in place of a file', async () => {
    expect((await ask(cdn('master.m3u8'))).status).toBe(415)
  })

  test.each(['packed.mp4', 'wrong-range.mp4'])(
    'lets the merger repair an answer (file: %s)',
    async (name) => {
      expect(await echoed(await ask(cdn(name)))).toMatchObject({ relayed: cdn(name) })
    },
  )

  test.each([
    ['GET', {}],
    ['HEAD', { method: 'HEAD' }],
    ['a range', { headers: { range: 'bytes=0-99' } }],
    ['a later range', { headers: { range: 'bytes=600-' } }],
  ])('serves the bytes of a film named text/plain (%s)', async (_, init) => {
    const answer = await ask(cdn('film-as-text.mp4'), init)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      'headers' in init ? 206 : 200,
      'video/mp4',
    ])
  })

  test.each([{}, { method: 'HEAD' }])('names MP3 bytes by what they are (%j)', async (init) => {
    const answer = await ask(cdn('song-as-film.m4a'), init, { container: 'm4a' })
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    expect(answer.headers.get('content-disposition')).toMatch(/\.mp3"$/)
  })

  test.each(['gone.mp4', 'unauthorized.mp4', 'ended.mp4', 'token-ended.mp4'])(
    'answers stale with a format key after a refusal (file: %s)',
    async (name) => {
      expect(await errorOf(await ask(cdn(name)))).toMatchObject({ code: 'stale', format_key: 'k' })
    },
  )

  test('answers site_limit if the source answers 429', async () => {
    expect(await errorOf(await ask(cdn('limit.mp4')))).toMatchObject({ status: 503, code: 'site_limit' })
  })
})

describe('the proxy follows redirects of a source only to public hosts', () => {
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
  ])('requests no media from our own hosts (case: %s)', async (_, link) => {
    expect(await errorOf(await ask(link))).toMatchObject({ status: 400, code: 'refused_address' })
  })

  test('answers 502 after more than twenty redirects', async () => {
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
  ])('sends credentials only safely after a redirect to %s', async (_, link, isSafe) => {
    const credentials = { cookies: 'session=1', headers: { Authorization: 'Bearer s' } }
    const seen = await echoed(await ask(link, {}, credentials))
    expect([seen.cookie, seen.authorization]).toEqual(
      isSafe ? ['session=1', 'Bearer s'] : [undefined, undefined],
    )
  })
})

describe('the merger relays media that the edge cannot fetch', () => {
  test('tries the extracting merger once if a source refuses', async () => {
    const url = cdn('forbidden.mp4')
    const answer = await ask(url, { headers: { range: 'bytes=0-' } }, { cookies: 'session=1' })
    expect(await echoed(answer)).toMatchObject({
      relayed: url,
      headers: { Cookie: 'session=1' },
      range: 'bytes=0-',
    })
    expect((await merger(url)).relays).toBe(1)
  })

  test('answers busy or site_limit as the relay does', async () => {
    const relayed = async (name: string, method: string) =>
      await visit(await pathOf(cdn(name), { way: 'relay' }), { method })
    expect(await errorOf(await relayed('busy-relay.mp4', 'GET'))).toMatchObject({ status: 503, code: 'busy' })
    expect((await relayed('busy-relay.mp4', 'HEAD')).status).toBe(503)
    expect(await errorOf(await relayed('busy-source.mp4', 'GET'))).toMatchObject({ code: 'site_limit' })
  })

  test('tells the relay a hash of the visitor, but no address', async () => {
    const of = async (address: string, name: string) => {
      const path = await pathOf(cdn(name), { way: 'relay' })
      const { visitor: hash } = await echoed(await visitor(HOST, address)(path))
      return hash
    }
    const first = await of('203.0.113.7', 'a.mp4')
    expect(first).toMatch(/^[\w-]{16}$/)
    expect(await of('203.0.113.7', 'b.mp4')).toBe(first)
    expect(await of('203.0.113.8', 'a.mp4')).not.toBe(first)
  })

  test('never fetches bound media itself (C51)', async () => {
    const info = await paste(`https://media.test/bound/${crypto.randomUUID()}`)
    expect(info.formats[0]!.url).toMatch(/^\/api\/proxied_download\?/)
    const before = await hits('/cdn.test/v.mp4')
    expect(await echoed(await visit(info.formats[0]!.url))).toMatchObject({
      relayed: cdn('v.mp4'),
      headers: { Referer: 'https://page.test/', Cookie: 'session=1' },
    })
    expect(await hits('/cdn.test/v.mp4')).toBe(before)
  })
})
