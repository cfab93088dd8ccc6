import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_LINK_LENGTH } from '#contract/limits.ts'
import { isPublicName, parsePublicLink } from '#contract/link.ts'
import { acceptAny, canonicalLink, findLink, platforms, shownLink } from '#contract/platforms/index.ts'
import { cpuSeconds, MOST_SECONDS } from '../cpu-seconds.ts'

type Case = { name: string; input: unknown; kind?: string; stage?: string }
const corpus: { groups: Record<string, Case[]> } = JSON.parse(
  readFileSync(new URL('../corpus/bad-inputs.json', import.meta.url), 'utf8'),
)
const expand = (text: string) =>
  text.replace(/\{\{repeat:(.*?):(\d+)\}\}/gs, (_, what: string, times: string) => what.repeat(Number(times)))
const hostile = Object.entries(corpus.groups).find(([name]) => name.startsWith('SSRF url'))![1]
const spelling = hostile.flatMap((one) =>
  typeof one.input === 'string' ? [{ ...one, text: expand(one.input) }] : [],
)

describe('parsePublicLink reads the hostile links of the corpus', () => {
  test('has more than 100 refused links in the corpus', () =>
    expect(spelling.filter((one) => one.stage === 'parse').length).toBeGreaterThan(100))

  test.each(spelling.filter((one) => one.stage === 'parse'))(
    'parsePublicLink refuses the hostile link "$name"',
    ({ text }) => {
      expect(parsePublicLink(text)).toBeUndefined()
      expect(acceptAny(text)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^Please enter a valid URL/),
      })
      for (const platform of platforms) expect(platform.accept(text).ok).toBe(false)
    },
  )

  test.each(spelling.filter((one) => one.stage !== 'parse'))(
    'leaves the address of "$name" to the guard',
    ({ text }) => {
      expect(parsePublicLink(text)).toBeDefined()
      expect(acceptAny(text).ok).toBe(true)
    },
  )
})

test.each([
  '-o/tmp/x https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ;touch /tmp/pwned',
  'https://youtu.be/\ud800',
  'https://youtu.be/dQw4w9WgXcQ#__youtubedl_smuggle=%7B%22x%22%3A1%7D',
  'https://example.com/v.mp4#__youtubedl_smuggle=%7B%7D',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://example.com:8443/v.mp4',
  'https://router.local/v.mp4',
  'https%3A%2F%2Fa.example%2F%E0%A4',
])('the home page refuses the pasted text %j', (text) => expect(acceptAny(text).ok).toBe(false))

test('uses the first of two links', () => {
  expect(acceptAny('https://youtu.be/dQw4w9WgXcQ https://evil.test/')).toEqual({
    ok: true,
    url: 'https://youtu.be/dQw4w9WgXcQ',
  })
})

test('bounds the port and the length', () => {
  for (const link of ['http://a.example:443/', 'https://a.example:80/', 'https://a.example:443/'])
    expect(parsePublicLink(link)).toBeDefined()
  expect(parsePublicLink(`https://a.example/${'x'.repeat(MAX_LINK_LENGTH)}`)).toBeUndefined()
  expect(parsePublicLink(`https://a.example/${'é'.repeat(MAX_LINK_LENGTH / 2)}`)).toBeUndefined()
  const longest = 'https://a.example/'.padEnd(MAX_LINK_LENGTH, 'x')
  expect(parsePublicLink(longest)?.href).toBe(longest)
})

test.each(['\u202e', '\u200b', '\t', '\n', '\u00a0', ' ', '\\', '\u0000', '\udc00', '\u3164'])(
  'refuses a path with %j',
  (character) => {
    expect(parsePublicLink(`https://a.example/a${character}b`)).toBeUndefined()
    expect(parsePublicLink(`https://a.example/ab`)).toBeDefined()
  },
)

test.each([
  [`${'a.'.repeat(125)}com`, true],
  [`${'a.'.repeat(126)}com`, false],
  ['a_b.example', true],
  ['a.ex_ample', false],
  ['a.example_', false],
  ['a.1example', false],
  ['a.xn--p1ai', true],
  ['localhost', false],
  ['a.localhost', false],
  ['notlocalhost.com', true],
  ['example', false],
])('isPublicName tells whether %s is public', (name, isPublic) => expect(isPublicName(name)).toBe(isPublic))

test('keeps a link inside the query', () => {
  const link = 'https://a.example/?next=https://youtu.be/dQw4w9WgXcQ'
  expect(findLink(link)).toBe(link)
})

test.each([
  ['看看这个https://youtu.be/dQw4w9WgXcQ，太好听了！', 'https://youtu.be/dQw4w9WgXcQ'],
  ['이거 봐https://youtu.be/dQw4w9WgXcQ에서', 'https://youtu.be/dQw4w9WgXcQ'],
  ['これ見てhttps://youtu.be/dQw4w9WgXcQ。', 'https://youtu.be/dQw4w9WgXcQ'],
  ['ดูนี่https://youtu.be/dQw4w9WgXcQนะ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['Смотри: https://youtu.be/dQw4w9WgXcQ!', 'https://youtu.be/dQw4w9WgXcQ'],
  ['شاهد https://youtu.be/dQw4w9WgXcQ؟', 'https://youtu.be/dQw4w9WgXcQ'],
  ['“https://youtu.be/dQw4w9WgXcQ”', 'https://youtu.be/dQw4w9WgXcQ'],
  ['[title](https://youtu.be/dQw4w9WgXcQ)', 'https://youtu.be/dQw4w9WgXcQ'],
  ['[https://youtu.be/dQw4w9WgXcQ](https://youtu.be/dQw4w9WgXcQ)', 'https://youtu.be/dQw4w9WgXcQ'],
  ['<https://youtu.be/dQw4w9WgXcQ>', 'https://youtu.be/dQw4w9WgXcQ'],
  ['(see https://en.example.org/wiki/Reel_(film)).', 'https://en.example.org/wiki/Reel_(film)'],
  ['Video:https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['watch youtu.be/dQw4w9WgXcQ, please', 'https://youtu.be/dQw4w9WgXcQ'],
  ['HTTPS://YOUTU.BE/dQw4w9WgXcQ', 'HTTPS://YOUTU.BE/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXc-', 'https://youtu.be/dQw4w9WgXc-'],
  ['https://youtu.be/dQw4w9WgXcQ\u200e', 'https://youtu.be/dQw4w9WgXcQ'],
  ['http//youtu.be/dQw4w9WgXcQ', 'http://youtu.be/dQw4w9WgXcQ'],
  ['https:/youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https:///youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https;//youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https：//youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['ttps://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['htps://example.com/v.mp4', 'https://example.com/v.mp4'],
  ['htttp://example.com/v.mp4', 'http://example.com/v.mp4'],
  ['http:/example.com/v.mp4', 'http://example.com/v.mp4'],
  ['//youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https://https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https://http//youtu.be/dQw4w9WgXcQ', 'http://youtu.be/dQw4w9WgXcQ'],
  ['https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ%20and%20more', 'https://youtu.be/dQw4w9WgXcQ'],
  ['"url":"https:\\/\\/youtu.be\\/dQw4w9WgXcQ"', 'https://youtu.be/dQw4w9WgXcQ'],
  ['Смотри «https://youtu.be/dQw4w9WgXcQ».', 'https://youtu.be/dQw4w9WgXcQ'],
  ['‹https://youtu.be/dQw4w9WgXcQ›', 'https://youtu.be/dQw4w9WgXcQ'],
  [
    '"https:\\/\\/www.youtube.com\\/watch?app=desktop\\u0026v\\u003ddQw4w9WgXcQ"',
    'https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
  ],
  ['https://a.example/?x=1&amp;y=2&#038;z=3', 'https://a.example/?x=1&y=2&z=3'],
  ['https://a.example/?x=1&amp;amp;y=2&#38;z=3&#00038;w=4', 'https://a.example/?x=1&y=2&z=3&w=4'],
  ['http%3a%2f%2fa.example%2fv.mp4', 'http://a.example/v.mp4'],
  ['http://https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['http://http://a.example/v.mp4', 'http://a.example/v.mp4'],
  ['https://a.example/get/https://b.example/v.mp4', 'https://a.example/get/https://b.example/v.mp4'],
  ['youtu.be/dQw4w9WgXcQ?next=//a.example', 'https://youtu.be/dQw4w9WgXcQ?next=//a.example'],
  ['{https://a.example/v.mp4}', 'https://a.example/v.mp4'],
  ['https://a.example/{v}.mp4', 'https://a.example/{v}.mp4'],
  ['https://a.example/[v].mp4', 'https://a.example/[v].mp4'],
  ['https://a.example/{v}', 'https://a.example/{v}'],
  ['https://a.example/[v]', 'https://a.example/[v]'],
  ['SEE HTTPS//A.EXAMPLE/v.mp4', 'https://A.EXAMPLE/v.mp4'],
  ['https://t.me/share/url?url=https%3A%2F%2Fexample.com%2Fv.mp4&text=x', 'https://example.com/v.mp4'],
  ['https://a.example/?url=https%3A%2F%2Fb.example%2F', 'https://a.example/?url=https%3A%2F%2Fb.example%2F'],
  ['https://http.rep-one.com/file/河流.mp4', 'https://http.rep-one.com/file/河流.mp4'],
  ['看 https://a.example/file/河流.mp4 好', 'https://a.example/file/河流.mp4'],
  ['看https://a.example/河流/第1集.mp4?x=1，好', 'https://a.example/河流/第1集.mp4?x=1'],
  ['https://a.example/ไฟล์/เพลง.mp3', 'https://a.example/ไฟล์/เพลง.mp3'],
  ['ดู https://a.example/เพลง.mp3', 'https://a.example/เพลง.mp3'],
  ['看 https://a.example/get?name=河流&x=1', 'https://a.example/get?name=河流&x=1'],
  ['https://a.example/watch/河流', 'https://a.example/watch/河流'],
  ['https://a.example/【第1集】河流（上）.mp4', 'https://a.example/【第1集】河流（上）.mp4'],
  ['https://a.example/v.mp4，太好听了', 'https://a.example/v.mp4'],
  ['https://a.example/v看看https://b.example/w', 'https://a.example/v'],
  [
    'https://podcasts.apple.com/jp/podcast/日本語/id12?i=34',
    'https://podcasts.apple.com/jp/podcast/日本語/id12?i=34',
  ],
  ['https://a.example/clip[1](2).mp4', 'https://a.example/clip[1](2).mp4'],
  ['[https://a.example/x](https://a.example/x)', 'https://a.example/x'],
  ['feed:https://a.example/feed.xml', 'https://a.example/feed.xml'],
  ['feed://https://a.example/feed.xml', 'https://a.example/feed.xml'],
  ['feed://a.example/feed.xml', 'http://a.example/feed.xml'],
  ['itpc://a.example/feed.xml', 'http://a.example/feed.xml'],
  ['PCAST://a.example/feed.xml', 'http://a.example/feed.xml'],
  ['podcast://a.example/feed.xml', 'http://a.example/feed.xml'],
  ['podcasts://podcasts.apple.com/us/podcast/x/id1', 'http://podcasts.apple.com/us/podcast/x/id1'],
  ['Subscribe: itpc://a.example/feed.xml.', 'http://a.example/feed.xml'],
  ['https://a.example/?u=feed://b.example/x', 'https://a.example/?u=feed://b.example/x'],
])('findLink finds the expected link in the text %j', (text, link) => expect(findLink(text)).toBe(link))

test.each([
  '',
  'nothing here',
  'a.example/x',
  'mail me@youtu.be/x',
  'notyoutu.be/x',
  'blob:https://a.example/1',
  'hls+http://a.example/',
  'ftp://a.example/x',
  '--output https://a.example/v.mp4',
  ' -o https://a.example/v.mp4',
  'rtmps://a.example/x',
  'feed:javascript:alert(1)',
  'feed://127.0.0.1/',
  'itpc:localhost/x',
  'http//127.0.0.1/',
  'https:/localhost/x',
])('findLink finds no link in the text %j', (text) => expect(findLink(text)).toBeUndefined())

test('findLink finds a link inside any surrounding text', () => {
  const word = fc.constantFrom(
    '看',
    '。',
    'see',
    'Смотри',
    ' ',
    '\n',
    '：',
    '「',
    '"',
    '!',
    '😆',
    '，',
    'हाय',
    '한글',
    ', ',
  )
  const link = fc
    .tuple(
      fc.constantFrom('https://', 'http://'),
      fc.stringMatching(/^[a-z]{1,9}\.(example|com|co\.uk)$/),
      fc.stringMatching(/^(\/[\w~%-]{1,8}){0,3}\/?(\?[a-z]{1,3}=[\w-]{1,8}(&[a-z]=[\w-]{1,3})?)?$/),
    )
    .map((parts) => parts.join(''))
  const before = fc.array(word).map((words) => words.join('').replace(/[\p{L}\p{M}]$/u, '$& '))
  const after = fc.array(word).map((words) => words.join('').replace(/^[^\s，。：「"]/u, ' $&'))
  fc.assert(
    fc.property(before, link, after, (left, middle, right) => {
      expect(findLink(left + middle + right)).toBe(middle)
    }),
  )
})

const RUNS = process.env['LONG'] ? 20_000 : 2_000

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .array(
      fc.constantFrom(
        'http://',
        'https://',
        '//',
        '@',
        ':',
        '.',
        '/',
        '%31',
        '\\',
        '[',
        ']',
        '127.1',
        '0x7f',
        'youtu.be',
        'vimeo.com',
        '1',
        '?',
        '#',
        '\u200b',
        '。',
        '河',
        'ไฟ',
        '.mp4',
        'feed:',
        'itpc://',
        '](',
        '１',
        'x.com',
        '-',
        '\ud800',
      ),
    )
    .map((parts) => parts.join('')),
)

test('parses public hosts idempotently', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const url = parsePublicLink(text)
      if (!url) return
      expect(url.protocol).toMatch(/^https?:$/)
      expect(url.username + url.password).toBe('')
      expect(['', '80', '443']).toContain(url.port)
      expect(url.hostname).toMatch(/\.[a-z][a-z\d-]*\.?$/)
      expect(parsePublicLink(url.href)?.href).toBe(url.href)
    }),
    { numRuns: RUNS },
  )
})

test('parsePublicLink refuses an IP address in any notation', () => {
  const number = (n: number) => fc.constantFrom(String(n), `0x${n.toString(16)}`, `0${n.toString(8)}`)
  const written = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).chain(([a, b, c, d]) =>
    fc.oneof(
      fc.tuple(number(a), number(b), number(c), number(d)).map((parts) => parts.join('.')),
      fc.tuple(number(a), number((b * 256 + c) * 256 + d)).map((parts) => parts.join('.')),
      number(((a * 256 + b) * 256 + c) * 256 + d),
    ),
  )
  const host = fc.oneof(
    fc.ipV4Extended(),
    fc.ipV6().map((address) => `[${address}]`),
    written,
  )
  fc.assert(
    fc.property(host, fc.constantFrom('', '.', ':80'), (address, end) => {
      expect(parsePublicLink(`http://${address}${end}/x.mp4`)).toBeUndefined()
    }),
    { numRuns: RUNS },
  )
})

test('leaves any canonical link unchanged', () => {
  const hosts = platforms.flatMap((platform) => platform.hosts)
  const onKnownHost = fc
    .tuple(
      fc.constantFrom('', 'https://', 'http://www.'),
      fc.constantFrom(...hosts),
      fc.webPath(),
      fc.webQueryParameters(),
    )
    .map(([scheme, host, path, query]) => `${scheme}${host}${path || '/'}?${query}`)
  fc.assert(
    fc.property(fc.oneof(anyText, onKnownHost), (text) => {
      const accepted = acceptAny(text)
      if (!accepted.ok) return
      const { url } = canonicalLink(accepted.url)
      expect(parsePublicLink(url)).toBeDefined()
      expect(canonicalLink(url).url).toBe(url)
    }),
    { numRuns: RUNS },
  )
})

test('reads long hostile texts in seconds', () => {
  const read = (piece: string) => {
    acceptAny(piece.repeat(8_192))
    for (const platform of platforms) platform.accept(piece.repeat(8_192))
  }
  const pieces = [
    'http://',
    'http//',
    'http:/a.b/',
    'https%3A%2F%2F',
    'a.b.',
    'a.',
    ')',
    '(',
    'https://a.example/)',
    'https://a.example/河',
    '河.',
    'feed://a.b/',
    'itpc:',
    'https://a.example/—',
    'https://a。',
    'http:\\\\a.b\\',
    '\u200b',
    'youtu.be',
    '-',
    '.',
    'x.com/',
  ]
  expect(cpuSeconds(() => pieces.forEach(read))).toBeLessThan(MOST_SECONDS)
})

test.each([
  ['https://vimeo.com/123456789?share=copy', 'https://vimeo.com/123456789'],
  ['https://vimeo.com/123456789/abcdef0123', 'https://vimeo.com/123456789/abcdef0123'],
  ['https://player.vimeo.com/video/123456789', 'https://player.vimeo.com/video/123456789'],
  [
    'https://vimeo.com/showcase/3253534?video=119195465',
    'https://vimeo.com/showcase/3253534?video=119195465',
  ],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://twitter.com/maker/status/1001?s=20', 'https://twitter.com/maker/status/1001'],
  ['https://a.example/v.mp4?x=1#t=3', 'https://a.example/v.mp4?x=1'],
])('shows %s as %s', (pasted, shown) => {
  const accepted = acceptAny(pasted)
  expect(accepted.ok && shownLink(accepted.url)).toBe(shown)
  expect(canonicalLink(shown)).toEqual(canonicalLink(pasted))
})

test.each([
  ['https://youtu.be/dQw4w9WgXcQ%0A', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ—so', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https://www%2Eyoutube.com\\watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://a.example./v.mp4', 'https://a.example/v.mp4'],
])('takes %s for %s', (text, url) => expect(acceptAny(text)).toEqual({ ok: true, url }))

test('refuses a percent-encoded host', () => {
  expect(parsePublicLink('https://evil%2Eexample/x')).toBeUndefined()
})

test.each([
  ['https://user:pass@a.example/feed', /user name or a password/],
  ['https://a.example:8443/v.mp4', /port number/],
  ['http://192.168.1.5/v.mp4', /public website/],
  ['https://nas.local/v.mp4', /public website/],
  ['http:\\\\127.0.0.1\\v.mp4', /public website/],
  ['http://%31%32%37.0.0.1/v.mp4', /public website/],
  ['http://１２７．０．０．１/v.mp4', /public website/],
  ['https://a[.]example/v.mp4', /address of the site/],
  ['https://a.example:65536/v.mp4', /address of the site/],
  ['https://a.example/\ud800', /characters/],
  ['ftp://a.example/v.mp4', /must include http/],
  ['blob:https://a.example/1', /paste the link of the page/],
  ['just words', /must include http/],
])('says truly why %s is refused', (text, why) =>
  expect(acceptAny(text)).toMatchObject({ ok: false, message: expect.stringMatching(why) }),
)
