import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { rewritePlaylist } from '../../../edge/media/playlist.ts'
import { openGrant, grantPlaylist, type PlaylistTerms } from '../../../edge/grants/grant.ts'
import { terms } from '../grants/grant-maker.ts'
import { errorOf, hits, visit } from '../visit.ts'

const cdn = (name: string) => `https://cdn.test/${name}`

describe('the proxy rewrites HLS playlists', () => {
  const open = async (name: string, more: Partial<PlaylistTerms> = {}) => {
    const url = cdn(name)
    const rules = { domains: ['keys.test', 'other.test'], maxBytes: 1_000_000, ...more }
    const grant = await grantPlaylist(env, url, { ...terms, container: 'ts', ...rules })
    return visit(`/api/proxied_download?url=${encodeURIComponent(url)}&g=${grant}`)
  }
  /**
   * Returns the rewritten form of a playlist that contains one link. The test calls the rewriting function
   * directly, because the fake relay cannot send a playlist.
   */
  const rewritten = async (base: string, link: string, more: Partial<PlaylistTerms>) => {
    const rules = { domains: ['keys.test', 'other.test'], maxBytes: 1_000_000, ...more }
    const sealed = await grantPlaylist(env, base, { ...terms, ...rules })
    const opened = await openGrant(env, 'media', base, sealed)
    if (opened.state !== 'open') throw new Error(opened.state)
    const list = rewritePlaylist(`#EXTM3U\n${link}\n`, new URL(base), opened.grant.playlistRules!)
    return await new Response(list).text()
  }
  const linksIn = (text: string) => text.split('\n').filter((line) => line.startsWith('/api/'))

  test('proxies every link of a playlist with a grant', async () => {
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
    const keyLink = /URI="([^"]+keys[^"]+)"/.exec(list)![1]!
    const key = await visit(keyLink)
    expect(key.headers.get('content-type')).toBe('application/octet-stream')
    expect(await key.text()).toBe('sixteen bytes ok')
    const head = await visit(keyLink, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  })

  test('sends the whole playlist for a range', async () => {
    const url = cdn('ranged.m3u8')
    const grant = await grantPlaylist(env, url, { ...terms, container: 'ts', domains: [], maxBytes: 1_000 })
    const path = `/api/proxied_download?url=${encodeURIComponent(url)}&g=${grant}`
    const answer = await visit(path, { headers: { range: 'bytes=0-1' } })
    expect(answer.status).toBe(200)
    expect(linksIn(await answer.text())).toHaveLength(1)
  })

  test('binds the grant of a segment to its link', async () => {
    const [segment] = linksIn(await (await open('video/index.m3u8')).text())
    const grant = new URLSearchParams(segment!.split('?')[1]).get('g')!
    expect(
      (await visit(`/api/proxied_download?url=${encodeURIComponent(cdn('v.mp4'))}&g=${grant}`)).status,
    ).toBe(403)
  })

  test('resolves links against the URL after redirects', async () => {
    const text = await (
      await open(`redir?to=${encodeURIComponent('https://cdn.test/video/index.m3u8')}`)
    ).text()
    expect(new URLSearchParams(linksIn(text)[0]!.split('?')[1]).get('url')).toBe(cdn('video/seg-1.ts'))
  })

  test('sends credentials only over https to its host (C24)', async () => {
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

  test('refuses a segment that redirects to another domain', async () => {
    const [, , , elsewhere] = linksIn(await (await open('credentials.m3u8')).text())
    const before = await hits('/media.test/v.mp4')
    expect(await errorOf(await visit(elsewhere!))).toMatchObject({ status: 400, code: 'refused_address' })
    const [, , , allowed] = linksIn(
      await (await open('credentials.m3u8', { domains: ['keys.test', 'media.test'] })).text(),
    )
    expect((await visit(allowed!)).status).toBe(200)
    expect(await hits('/media.test/v.mp4')).toBe(before + 2)
  })

  test('refuses a link to an unlisted domain', async () => {
    expect(await errorOf(await open('credentials.m3u8', { domains: [] }))).toMatchObject({
      status: 400,
      code: 'refused_address',
    })
  })

  test('refuses a segment above the maximum Content-Length', async () => {
    const [segment] = linksIn(await (await open('video/index.m3u8', { maxBytes: 999 })).text())
    expect(await errorOf(await visit(segment!))).toMatchObject({ status: 413, code: 'too_big' })
    const [whole] = linksIn(await (await open('video/index.m3u8', { maxBytes: 1_000 })).text())
    expect((await (await visit(whole!)).arrayBuffer()).byteLength).toBe(1_000)
  })

  test('a playlist with a link to a private address is refused', async () => {
    expect((await open('inside.m3u8')).status).toBe(400)
  })

  test('answers 415 for HTML in place of a playlist', async () => {
    expect((await open('html.m3u8')).status).toBe(415)
  })

  test('refuses more than 2 MB without Content-Length', async () => {
    expect(await errorOf(await open('endless.m3u8'))).toMatchObject({ status: 413, code: 'too_big' })
  })

  test('refuses only HTML, JSON and XML as a segment', async () => {
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
