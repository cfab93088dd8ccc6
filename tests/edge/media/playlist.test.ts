import { expect, test } from 'vitest'
import { rewritePlaylist } from '../../../edge/media/playlist.ts'

const base = new URL('https://cdn.test/video/index.m3u8')
const family = (child: () => Promise<string>, domains: string[] = []) => ({
  child,
  domains,
  maxBytes: 1_000_000,
})
const rewrite = async (text: string) =>
  await new Response(
    rewritePlaylist(
      text,
      base,
      family(async () => 'GRANT'),
    ),
  ).text()
const proxied = (url: string) => `/api/proxied_download?url=${encodeURIComponent(url)}&g=GRANT`

test('segments and the URIs of tags become proxy links; other lines of a playlist do not change', async () => {
  const text = [
    '#EXTM3U',
    '#EXT-X-KEY:METHOD=AES-128,URI="key?id=1",IV=0x1',
    '#EXTINF:4.0,',
    '  seg-1.ts',
    '',
    '#EXT-X-ENDLIST',
  ].join('\r\n')
  expect(await rewrite(text)).toBe(
    [
      '#EXTM3U',
      `#EXT-X-KEY:METHOD=AES-128,URI="${proxied('https://cdn.test/video/key?id=1')}",IV=0x1`,
      '#EXTINF:4.0,',
      `  ${proxied('https://cdn.test/video/seg-1.ts')}`,
      '',
      '#EXT-X-ENDLIST',
      '',
    ].join('\n'),
  )
})

test('data: URIs in a playlist do not change, and neither do attributes whose name only ends with URI', async () => {
  const text = '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain,$&"\n#EXT-X-A:X-URI="a.ts"\n'
  expect(await rewrite(text)).toBe(text)
})

test('a playlist that is HTML fails with media_type', () => {
  expect(() =>
    rewritePlaylist(
      '<html></html>',
      base,
      family(async () => ''),
    ),
  ).toThrow(expect.objectContaining({ code: 'media_type' }))
})

test('a playlist with a private address anywhere is refused before its first byte is sent', () => {
  const text = '#EXTM3U\na.ts\n#EXT-X-MAP:URI="http://10.0.0.5/init.mp4"\n'
  expect(() =>
    rewritePlaylist(
      text,
      base,
      family(async () => ''),
    ),
  ).toThrow(expect.objectContaining({ code: 'refused_address' }))
})

test.each([
  ['20,001 links', `#EXTM3U\n${'a\n'.repeat(20_001)}`],
  ['a line of more than 16,384 characters', `#EXTM3U\n# ${'a'.repeat(16_384)}\n`],
])('a playlist with %s fails with too_big', (_, text) => {
  expect(() =>
    rewritePlaylist(
      text,
      base,
      family(async () => ''),
    ),
  ).toThrow(expect.objectContaining({ code: 'too_big' }))
})

test('the grants of a playlist with 20,000 links are made line by line while it is read', async () => {
  let grants = 0
  const child = async () => `${grants++}`
  const stream = rewritePlaylist(`#EXTM3U\n${'a\n'.repeat(20_000)}`, base, family(child))
  const reader = stream.getReader()
  for (let i = 0; i < 10; i++) await reader.read()
  expect(grants).toBeLessThan(20)
  await reader.cancel()
})

test('a URI attribute without a closing quote does not change', async () => {
  const text = '#EXTM3U\n#URI="a.ts\n'
  expect(await rewrite(text)).toBe(text)
})

test('a playlist may name links of its own registrable domain and of the domains of its grant, and no others', async () => {
  const of = (host: string) => `#EXTM3U\n#EXT-X-MAP:URI="https://${host}/init.mp4"\n`
  const allowed = family(async () => 'GRANT', ['media-cdn.test'])
  for (const host of ['cdn.test', 'a.b.cdn.test', 'eu.media-cdn.test'])
    expect(await new Response(rewritePlaylist(of(host), base, allowed)).text(), host).toContain('g=GRANT')
  for (const host of ['bank.test', 'notcdn.test', 'cdn.test.evil.test'])
    expect(() => rewritePlaylist(of(host), base, allowed), host).toThrow(
      expect.objectContaining({ code: 'refused_address' }),
    )
})
