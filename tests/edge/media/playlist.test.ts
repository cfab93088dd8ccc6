import { expect, test } from 'vitest'
import { rewritePlaylist } from '../../../edge/media/playlist.ts'

const base = new URL('https://cdn.test/video/index.m3u8')
const rewrite = async (text: string) =>
  await new Response(rewritePlaylist(text, base, async () => 'GRANT')).text()
const proxied = (url: string) => `/api/proxied_download?url=${encodeURIComponent(url)}&g=GRANT`

test('segments and the URIs of tags become links through the proxy; other lines stay', async () => {
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

test('data: URIs and attributes whose name only ends with URI stay', async () => {
  const text = '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain,$&"\n#EXT-X-A:X-URI="a.ts"\n'
  expect(await rewrite(text)).toBe(text)
})

test('text that is not a playlist fails with media_type', () => {
  expect(() => rewritePlaylist('<html></html>', base, async () => '')).toThrow(
    expect.objectContaining({ code: 'media_type' }),
  )
})

test('a private address anywhere in the playlist is refused before the first byte', () => {
  const text = '#EXTM3U\na.ts\n#EXT-X-MAP:URI="http://10.0.0.5/init.mp4"\n'
  expect(() => rewritePlaylist(text, base, async () => '')).toThrow(
    expect.objectContaining({ code: 'refused_address' }),
  )
})

test.each([
  ['20,001 links', `#EXTM3U\n${'a\n'.repeat(20_001)}`],
  ['a line of more than 16,384 characters', `#EXTM3U\n# ${'a'.repeat(16_384)}\n`],
])('a playlist with %s fails with too_big', (_, text) => {
  expect(() => rewritePlaylist(text, base, async () => '')).toThrow(
    expect.objectContaining({ code: 'too_big' }),
  )
})

test('a playlist of 20,000 links is granted line by line, as it is read', async () => {
  let grants = 0
  const child = async () => `${grants++}`
  const stream = rewritePlaylist(`#EXTM3U\n${'a\n'.repeat(20_000)}`, base, child)
  const reader = stream.getReader()
  for (let i = 0; i < 10; i++) await reader.read()
  expect(grants).toBeLessThan(20)
  await reader.cancel()
})

test('a URI attribute without its closing quote stays as it is', async () => {
  const text = '#EXTM3U\n#URI="a.ts\n'
  expect(await rewrite(text)).toBe(text)
})
