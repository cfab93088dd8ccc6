import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { grantPlaylist } from '../../../edge/grants/grant.ts'
import { ask, askImage, pathOf, terms } from '../grants/grant-maker.ts'
import { errorOf, hits, merger, paste, visit } from '../visit.ts'

const cdn = (name: string) => `https://cdn.test/${name}`

describe('a granted file', () => {
  test('passes whole, with fixed headers both ways', async () => {
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

  test('is asked with the grant’s headers and nothing of the visitor’s', async () => {
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
    for (const name of ['authorization', 'x-forwarded-for']) expect(seen[name]).toBeUndefined()
    expect(seen['accept-language']).not.toBe('de')
  })

  test('passes one range and refuses wrong answers to it', async () => {
    const part = await ask(cdn('v.mp4'), { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 10-19/1000')
    expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    expect((await ask(cdn('v.mp4'), { headers: { range: 'bytes=-5' } })).headers.get('content-range')).toBe(
      'bytes 995-999/1000',
    )
    expect((await ask(cdn('v.mp4'), { headers: { range: 'bytes=0-9,20-29' } })).status).toBe(200)
    expect((await ask(cdn('v.mp4'), { headers: { range: 'bytes=5000-' } })).status).toBe(416)
    expect((await ask(cdn('wrong-range.mp4'), { headers: { range: 'bytes=0-9' } })).status).toBe(502)
    expect((await ask(cdn('wrong-range.mp4'))).status).toBe(502)
    expect((await ask(cdn('no-ranges.mp4'), { headers: { range: 'bytes=100-' } })).status).toBe(200)
  })

  test('of another version than the one begun comes whole, also from a source that ignores If-Range', async () => {
    const part = (validator: string) =>
      ask(cdn('v.mp4'), { headers: { range: 'bytes=10-19', 'if-range': validator } })
    expect((await part('"v1"')).status).toBe(206)
    for (const other of ['"v0"', 'W/"v1"', 'Tue, 06 Jan 2026 10:00:00 GMT']) {
      const whole = await part(other)
      expect(whole.status, other).toBe(200)
      expect((await whole.arrayBuffer()).byteLength).toBe(1_000)
    }
  })

  test('answers HEAD by the source’s HEAD, or by its first byte', async () => {
    for (const name of ['v.mp4', 'no-head.mp4']) {
      const answer = await ask(cdn(name), { method: 'HEAD' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-length')).toBe('1000')
      expect(answer.headers.get('content-range')).toBe(null)
    }
  })

  test('that comes without a type is named by its container', async () => {
    expect((await ask(cdn('unnamed.mp4'), {}, { container: 'm4a' })).headers.get('content-type')).toBe(
      'audio/mp4',
    )
  })

  test('is inline at /api/preview', async () => {
    const path = (await pathOf(cdn('v.mp4'))).replace('/api/proxied_download', '/api/preview')
    expect((await visit(path)).headers.get('content-disposition')).toMatch(/^inline/)
  })
})

describe('what is no media', () => {
  test('does not leave our origin', async () => {
    for (const name of ['page.mp4', 'picture.svg']) expect((await ask(cdn(name))).status).toBe(415)
    // A playlist needs the grant of a playlist.
    expect((await ask(cdn('master.m3u8'))).status).toBe(415)
  })
  test('a link that is over says so, with its format', async () => {
    for (const name of ['gone.mp4'])
      expect(await errorOf(await ask(cdn(name)))).toMatchObject({ code: 'stale', format_key: 'k' })
    expect(await errorOf(await ask(cdn('limit.mp4')))).toMatchObject({ status: 503, code: 'site_limit' })
  })
})

describe('redirects', () => {
  test('are followed to public names only, five at most', async () => {
    const redirect = (to: string) => ask(`${cdn('redir')}?to=${encodeURIComponent(to)}`)
    expect((await redirect(cdn('v.mp4'))).status).toBe(200)
    for (const to of [
      'http://127.0.0.1/x',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'http://localhost/',
      '//10.0.0.1/x',
      'http://cdn.test:8080/v.mp4',
      'http://a@cdn.test/v.mp4',
    ])
      expect((await redirect(to)).status, to).toBe(400)
    expect((await ask(cdn('loop'))).status).toBe(502)
  })

  test('do not carry cookies to another host', async () => {
    const to = encodeURIComponent('https://cdn.test/echo.mp4')
    const url = `https://cdn.test/redir?to=${to}`
    const own = await (await ask(url, {}, { cookies: 'session=1' })).json<Record<string, string>>()
    expect(own.cookie).toBe('session=1')
  })
})

describe('the second way', () => {
  test('a source that refuses the edge is asked once through the merger that extracted', async () => {
    const url = cdn('forbidden.mp4')
    const answer = await ask(url, { headers: { range: 'bytes=0-' } }, { cookies: 'session=1' })
    expect(await answer.json()).toMatchObject({
      relayed: url,
      headers: { Cookie: 'session=1' },
      range: 'bytes=0-',
    })
    expect((await merger(url)).relays).toBe(1)
  })

  test('bound media never asks the source from the edge', async () => {
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

describe('an HLS playlist', () => {
  const open = async (name: string) => {
    const url = cdn(name)
    return visit(
      `/api/proxied_download?url=${encodeURIComponent(url)}&g=${await grantPlaylist(env, url, { ...terms, container: 'ts' })}`,
    )
  }

  test('plays through us alone: every link in it is a grant of ours', async () => {
    const master = await open('master.m3u8')
    expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    const lines = (await master.text()).split('\n')
    expect(lines.join('\n')).not.toMatch(/(^|")(audio|video)\/index/m)
    const inner = await visit(lines.find((line) => line.startsWith('/api/'))!)
    const list = await inner.text()
    expect(list).toContain(
      '#EXT-X-KEY:METHOD=AES-128,URI="/api/proxied_download?url=https%3A%2F%2Fkeys.test%2Fk%3Fid%3D1&g=',
    )
    const links = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(links).toHaveLength(2)
    expect((await (await visit(links[0]!)).arrayBuffer()).byteLength).toBe(1_000)
    const key = /URI="([^"]+keys[^"]+)"/.exec(list)![1]!
    const answer = await visit(key)
    expect(answer.headers.get('content-type')).not.toMatch(/text/)
    expect(await answer.text()).toBe('sixteen bytes ok')
  })

  test('a grant of one segment opens no other link', async () => {
    const list = await (await open('video/index.m3u8')).text()
    const segment = list.split('\n').find((line) => line.startsWith('/api/'))!
    const grant = new URLSearchParams(segment.split('?')[1]).get('g')!
    expect(
      (await visit(`/api/proxied_download?url=${encodeURIComponent(cdn('v.mp4'))}&g=${grant}`)).status,
    ).toBe(403)
  })

  test('that points inside, or is none, is refused', async () => {
    expect((await open('inside.m3u8')).status).toBe(400)
    expect((await open('html.m3u8')).status).toBe(415)
  })

  test('of four hours is rewritten in well under a second', async () => {
    const { rewritePlaylist } = await import('../../../edge/media/playlist.ts')
    const { openGrant } = await import('../../../edge/grants/grant.ts')
    const url = cdn('long.m3u8')
    const opened = await openGrant(env, 'media', url, await grantPlaylist(env, url, terms))
    if (opened.state !== 'open') return expect.fail('the grant opens')
    const text = `#EXTM3U\n${Array.from({ length: 7_200 }, (_, i) => `#EXTINF:2,\nseg-${i}.ts`).join('\n')}\n#EXT-X-ENDLIST`
    const begun = performance.now()
    const rewritten = await rewritePlaylist(text, opened.grant.url, opened.grant.child!)
    expect(rewritten.match(/g=/g)).toHaveLength(7_200)
    expect(performance.now() - begun).toBeLessThan(3_000)
  })
})

describe('thumbnails', () => {
  test('pass when their bytes are a picture, and are kept', async () => {
    const answer = await askImage(cdn('poster.jpg'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    const before = await hits('/cdn.test/poster.jpg')
    expect((await askImage(cdn('poster.jpg'))).status).toBe(200)
    expect(await hits('/cdn.test/poster.jpg')).toBe(before)
  })
  test('pass nothing that calls itself something else', async () => {
    expect((await askImage(cdn('page.mp4'))).status).toBe(415)
  })
})
