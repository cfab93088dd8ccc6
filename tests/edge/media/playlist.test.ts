import { describe, expect, test } from 'vitest'
import type { PlaylistRules } from '../../../edge/grants/grant.ts'
import { playlistText, rewritePlaylist } from '../../../edge/media/playlist.ts'

const base = new URL('https://cdn.test/video/index.m3u8')
const rulesWith = (child: PlaylistRules['child'], domains: string[] = []): PlaylistRules => ({
  child,
  variables: new Map([['dir', 'of the list of variants']]),
  domains,
  maxBytes: 1_000_000,
})
const rewrite = async (text: string) =>
  await new Response(
    rewritePlaylist(
      text,
      base,
      rulesWith(async () => 'GRANT'),
    ),
  ).text()
const proxied = (url: string) => `/api/proxied_download?url=${encodeURIComponent(url)}&g=GRANT`

test('replaces links and changes nothing else', async () => {
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

test('replaces links in lines that end with CR alone', async () => {
  expect(await rewrite('#EXTM3U\r#EXTINF:4,\ra.ts\r')).toBe(
    `#EXTM3U\n#EXTINF:4,\n${proxied('https://cdn.test/video/a.ts')}\n`,
  )
})

test('leaves data: URIs and other attributes', async () => {
  const text = '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain,$&"\n#EXT-X-A:X-URI="a.ts"\n'
  expect(await rewrite(text)).toBe(text)
})

test('refuses an HTML document', () => {
  expect(() =>
    rewritePlaylist(
      '<html></html>',
      base,
      rulesWith(async () => ''),
    ),
  ).toThrow(expect.objectContaining({ code: 'media_type' }))
})

test('refuses a private address before its first byte', () => {
  const text = '#EXTM3U\na.ts\n#EXT-X-MAP:URI="http://10.0.0.5/init.mp4"\n'
  expect(() =>
    rewritePlaylist(
      text,
      base,
      rulesWith(async () => ''),
    ),
  ).toThrow(expect.objectContaining({ code: 'refused_address' }))
})

test.each([
  ['20,001 links', `#EXTM3U\n${'a\n'.repeat(20_001)}`],
  ['a line of more than 16,384 characters', `#EXTM3U\n# ${'a'.repeat(16_384)}\n`],
])('rewriting a playlist with %s fails with too_big', (_, text) => {
  expect(() =>
    rewritePlaylist(
      text,
      base,
      rulesWith(async () => ''),
    ),
  ).toThrow(expect.objectContaining({ code: 'too_big' }))
})

test('seals a link when the reader reaches its line', async () => {
  let grants = 0
  const child = async () => `${grants++}`
  const stream = rewritePlaylist(`#EXTM3U\n${'a\n'.repeat(20_000)}`, base, rulesWith(child))
  const reader = stream.getReader()
  for (let i = 0; i < 10; i++) await reader.read()
  expect(grants).toBeLessThan(20)
  await reader.cancel()
})

test('sends a million lines without links in few pieces', async () => {
  const text = `#EXTM3U\n${'\n'.repeat(500_000)}${'#\n'.repeat(500_000)}a.ts\n`
  let [pieces, length] = [0, 0]
  for await (const piece of rewritePlaylist(
    text,
    base,
    rulesWith(async () => 'g'),
  )) {
    pieces++
    length += piece.length
  }
  expect(pieces).toBeLessThan(200)
  expect(length).toBeGreaterThan(text.length)
})

test('refuses a private address after any line', () => {
  const data = '#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain,x"'
  for (const line of [data, '', '# a comment', '#EXTINF:4.0,']) {
    const text = `#EXTM3U\n${line}\nhttp://10.0.0.5/a.ts\n`
    expect(
      () =>
        rewritePlaylist(
          text,
          base,
          rulesWith(async () => ''),
        ),
      line,
    ).toThrow(expect.objectContaining({ code: 'refused_address' }))
  }
})

test('leaves an attribute without a closing quote', async () => {
  const text = '#EXTM3U\n#URI="a.ts\n'
  expect(await rewrite(text)).toBe(text)
})

test("allows the playlist's domain and listed ones", async () => {
  const of = (host: string) => `#EXTM3U\n#EXT-X-MAP:URI="https://${host}/init.mp4"\n`
  const allowed = rulesWith(async () => 'GRANT', ['media-cdn.test'])
  for (const host of ['cdn.test', 'a.b.cdn.test', 'eu.media-cdn.test'])
    expect(await new Response(rewritePlaylist(of(host), base, allowed)).text(), host).toContain('g=GRANT')
  for (const host of ['bank.test', 'notcdn.test', 'cdn.test.evil.test'])
    expect(() => rewritePlaylist(of(host), base, allowed), host).toThrow(
      expect.objectContaining({ code: 'refused_address' }),
    )
})

test('tells the owners of github.io apart', () => {
  const own = new URL('https://one.github.io/index.m3u8')
  const of = (host: string) => () =>
    rewritePlaylist(
      `#EXTM3U\nhttps://${host}/a.ts\n`,
      own,
      rulesWith(async () => ''),
    )
  expect(of('cdn.one.github.io')).not.toThrow()
  expect(of('two.github.io')).toThrow(expect.objectContaining({ code: 'refused_address' }))
})

test('checks a link that only contains data:', () => {
  expect(() =>
    rewritePlaylist(
      '#EXTM3U\nhttp://10.0.0.5/a.ts?data:\n',
      base,
      rulesWith(async () => ''),
    ),
  ).toThrow(expect.objectContaining({ code: 'refused_address' }))
})

test('accepts spaces, an empty line and 16,384 characters', async () => {
  for (const text of [' #EXTM3U\n', '\n#EXTM3U\n', `#EXTM3U\n#${'a'.repeat(16_383)}\n`])
    expect(await rewrite(text)).toBe(text)
})

test('replaces the first attribute of a tag', async () => {
  expect(await rewrite('#EXTM3U\n#X:URI="a.ts"\n')).toContain(proxied('https://cdn.test/video/a.ts'))
})

test('refuses more than 2 MiB', async () => {
  const limit = 2 * 1024 ** 2
  expect(await playlistText(new Response('a'.repeat(limit)))).toHaveLength(limit)
  await expect(playlistText(new Response('a'.repeat(limit + 1)))).rejects.toMatchObject({ code: 'too_big' })
})

describe('variables in a playlist', () => {
  const signed = new URL('https://cdn.test/video/index.m3u8?token=a%201')
  const lines = async (...text: string[]) => {
    const rules = rulesWith(async () => 'GRANT')
    const body = rewritePlaylist(['#EXTM3U', ...text].join('\n'), signed, rules)
    return (await new Response(body).text()).trim().split('\n').slice(1)
  }

  test('are replaced in links', async () => {
    const define = '#EXT-X-DEFINE:NAME="dir",VALUE="part"'
    expect(await lines(define, '#EXT-X-MAP:URI="{$dir}/init.mp4"', '{$dir}/0.ts')).toEqual([
      define,
      `#EXT-X-MAP:URI="${proxied('https://cdn.test/video/part/init.mp4')}"`,
      proxied('https://cdn.test/video/part/0.ts'),
    ])
  })

  test('from the query of the playlist become plain definitions', async () => {
    expect(await lines('#EXT-X-DEFINE:QUERYPARAM="token"', 'a.ts?t={$token}')).toEqual([
      '#EXT-X-DEFINE:NAME="token",VALUE="a 1"',
      proxied('https://cdn.test/video/a.ts?t=a%201'),
    ])
  })

  test('of the list of variants become plain definitions', async () => {
    expect(await lines('#EXT-X-DEFINE:IMPORT="dir"', '{$dir}/0.ts')).toEqual([
      '#EXT-X-DEFINE:NAME="dir",VALUE="of the list of variants"',
      proxied('https://cdn.test/video/of%20the%20list%20of%20variants/0.ts'),
    ])
  })

  test('of an unknown list of variants stay for the player', async () => {
    const text = ['#EXT-X-DEFINE:IMPORT="name"', '# {$name}']
    expect(await lines(...text)).toEqual(text)
  })

  test('are handed on by a list of variants only', async () => {
    const handed = async (line: string) => {
      const seen: unknown[] = []
      const rules = rulesWith(async (_, variables) => `${seen.push(variables && [...variables])}`)
      const text = ['#EXTM3U', line, 'a', '#EXT-X-DEFINE:NAME="late",VALUE="1"'].join('\n')
      await new Response(rewritePlaylist(text, signed, rules)).text()
      return seen
    }
    expect(await handed('#EXT-X-STREAM-INF:BANDWIDTH=1')).toEqual([[['late', '1']]])
    expect(await handed('#EXTINF:4,')).toEqual([undefined])
  })

  test.each([
    ['refused_address', ['#EXT-X-DEFINE:NAME="h",VALUE="https://10.0.0.5"', '{$h}/0.ts']],
    ['refused_address', ['#EXT-X-DEFINE:NAME="h",VALUE="https://other.test"', '{$h}/0.ts']],
    ['source_failed', ['#EXT-X-DEFINE:NAME="a",VALUE="b"', '{$unknown}/0.ts']],
    ['source_failed', ['#EXT-X-DEFINE:QUERYPARAM="missing"', 'a.ts']],
    ['too_big', [`#EXT-X-DEFINE:NAME="a",VALUE="${'a'.repeat(8_000)}"`, '{$a}{$a}{$a}']],
  ])('fail with %s', (code, text) => {
    const rules = rulesWith(async () => '')
    const rewriting = () => rewritePlaylist(['#EXTM3U', ...text].join('\n'), signed, rules)
    expect(rewriting).toThrow(expect.objectContaining({ code }))
  })
})
