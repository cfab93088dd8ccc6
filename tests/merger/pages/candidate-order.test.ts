import { describe, expect, test } from 'vitest'
import { candidatesOf, type Candidate } from '../../../merger/pages/candidates.ts'
import { entriesOf } from '../../../merger/extract/pages/entries.ts'
import { pageOf } from '../../../merger/pages/page.ts'

const SITE = 'https://a.example'
const tweet = 'https://x.com/maker/status/1001'

function all(html: string, { link = `${SITE}/page`, at = `${SITE}/page` } = {}): Candidate[] {
  return [...candidatesOf(pageOf(html, new URL(at)), link)]
}
const iframe = (src: string, name = 'src') => `<iframe ${name}="${src}"></iframe>`
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`

describe('finds the item of a platform', () => {
  test.each([
    ['a frame', iframe(tweet)],
    ['a frame that is loaded late', iframe(tweet, 'data-src')],
    ['a frame that is loaded lazily', iframe(tweet, 'data-lazy-src')],
    ['an old frame', `<frame src="${tweet}">`],
    ['an AMP frame', `<amp-iframe src="${tweet}"></amp-iframe>`],
    ['an object', `<object data="${tweet}"></object>`],
    ['a plug-in', `<embed src="${tweet}">`],
    ['a secure player', meta('og:video:secure_url', tweet)],
    ['a player', meta('og:video:url', tweet)],
    ['a short player', meta('og:video', tweet)],
    ['the player of a card', meta('twitter:player', tweet)],
    [
      'a query',
      iframe(
        `https://b.example/frame?xurl=https://x.com/a/status/9&urls=https://x.com/a/status/9&url=${encodeURIComponent(tweet)}`,
      ),
    ],
    ['a link in a query', iframe(`https://b.example/frame?href=${encodeURIComponent(tweet)}`)],
    ['an attribute', `<div data-video-url="${tweet}"></div>`],
  ])('in %s', (_, html) =>
    expect(all(html)[0]).toEqual({ as: 'item', links: ['https://x.com/i/status/1001'] }),
  )

  test('by a link in a script', () =>
    expect(all('<script>make("//player.vimeo.com/video/123456789")</script>')[0]).toEqual({
      as: 'item',
      links: ['https://player.vimeo.com/video/123456789'],
    }))

  test('by the id in an attribute', () =>
    expect(all('<div data-video-id="abcdefghijk"></div>')[0]).toEqual({
      as: 'item',
      links: ['https://www.youtube.com/watch?v=abcdefghijk'],
    }))

  test.each([
    ['cite', `<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@a/video/7000000000000000001">`],
    [
      'a permalink',
      '<BLOCKQUOTE class="x instagram-media" data-instgrm-permalink="https://www.instagram.com/p/CxYzAbCdEfG/">',
    ],
    [
      'its last link',
      `<blockquote class="twitter-tweet"><a href="https://b.example/">A</a><a href="${tweet}">B</a>`,
    ],
  ])('in a post by %s', (_, quote) => {
    const [found] = all(`<p>x</p>${quote}</blockquote><a href="https://x.com/maker/status/2">later</a>`)
    expect(found).toEqual({
      as: 'item',
      links: [expect.stringMatching(/7000000000000000001|CxYzAbCdEfG|1001/)],
    })
  })

  test.each([
    ['another quote', `<blockquote class="other"><a href="${tweet}">A</a></blockquote>`],
    ['a quote without a class', `<blockquote><a href="${tweet}">A</a></blockquote>`],
    ['another element', `<blockquotes class="twitter-tweet"><a href="${tweet}">A</a></blockquotes>`],
    ['another query', iframe(`https://www.facebook.com/plugins/like?page_url=${encodeURIComponent(tweet)}`)],
    ['a private address', iframe('http://10.0.0.1/embed')],
    ['a script with a link to no item', '<div data-url="https://b.example/about"></div>'],
  ])('but not in %s', (_, html) => expect(all(html)).toEqual([]))

  test('once, and at most a hundred', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => iframe(`https://player.vimeo.com/video/${at + 100_000_000}`))
    expect(all(many(2).join('') + many(2).join(''))[0]).toMatchObject({ as: 'item', links: { length: 2 } })
    expect(all(many(101).join(''))[0]).toMatchObject({ as: 'item', links: { length: 100 } })
  })
})

test('lists what else a page has, the likeliest first', () => {
  const html = [
    meta('og:video', '/player'),
    '<link rel="video_src" href="/song.mp3">',
    iframe('/ad?size=1') +
      iframe('/x/embed/1') +
      iframe('https://www.google.com/recaptcha/x') +
      iframe('/b') +
      iframe('/c'),
    '<link rel="alternate" type="application/json+oembed" href="/oembed">',
    '<a href="/one.mp3">One</a><a href="/two.mp3">Two</a>',
    '<meta http-equiv="refresh" content="0; url=/next">',
    '<link rel="alternate" type="application/rss+xml" href="/show.xml">',
    '<a href="/other.rss">RSS</a><a href="/show.xml">RSS</a>',
    '<link rel="amphtml" href="/amp">',
  ].join('')
  expect(all(html)).toEqual([
    { as: 'player', links: [`${SITE}/player`] },
    { as: 'file', links: [`${SITE}/song.mp3`] },
    { as: 'frame', links: [`${SITE}/x/embed/1`, `${SITE}/ad?size=1`, `${SITE}/b`] },
    { as: 'oEmbed', links: [`${SITE}/oembed`] },
    { as: 'onward', links: [`${SITE}/next`] },
    { as: 'feed', links: [`${SITE}/show.xml`] },
    { as: 'file', links: [`${SITE}/one.mp3`, `${SITE}/two.mp3`] },
    { as: 'feed', links: [`${SITE}/other.rss`] },
    { as: 'onward', links: [`${SITE}/amp`] },
  ])
})

test('takes the only linked file before what the page leads to', () => {
  const html = '<a href="/one.mp3">One</a><meta http-equiv="refresh" content="0; url=/next">'
  expect(all(html)).toEqual([
    { as: 'file', links: [`${SITE}/one.mp3`] },
    { as: 'onward', links: [`${SITE}/next`] },
  ])
})

test.each([
  ['text/json+oembed', 1],
  ['Application/JSON+oEmbed', 1],
  ['xapplication/json+oembed', 0],
  ['application/json+oembed+x', 0],
])('reads the oEmbed link of the type %s', (type, count) => {
  expect(all(`<link href="/a"><link type="${type}" href="/oembed">`)).toHaveLength(count)
})

test.each([
  ['a player', meta('og:video', '/page')],
  ['a frame', iframe('/page')],
  ['a frame to the given link', iframe('/given')],
  ['a refresh', '<meta http-equiv="refresh" content="0; url=/given">'],
  ['a feed', '<link rel="feed" href="/page">'],
  ['a button', '<a href="/feed">RSS</a>'],
  ['a form', '<link rel="canonical" href="/GIVEN//">'],
])('does not take the page itself for %s', (name, html) => {
  const at = name === 'a button' ? `${SITE}/feed` : `${SITE}/page`
  expect(all(html, { link: `${SITE}/given`, at })).toEqual([])
})

test('goes on to the front page with a query, and to an item of a platform', () => {
  const canonical = (href: string) => all(`<link rel="canonical" href="${href}">`)
  expect(canonical('/?p=12')).toEqual([{ as: 'onward', links: [`${SITE}/?p=12`] }])
  const item = 'https://www.youtube.com/watch?v=abcdefghijk'
  const [form] = all(`<link rel="canonical" href="${item}">`, { link: `${SITE}/watch`, at: `${SITE}/watch` })
  expect(form).toEqual({ as: 'onward', links: [item] })
})

test('takes at most a hundred files', () => {
  const links = Array.from({ length: 101 }, (_, at) => `<a href="/${at}.mp3">A</a>`).join('')
  expect(all(links)).toMatchObject([{ as: 'file', links: { length: 100 } }])
})

test('names the entries of a list', () => {
  const links = ['https://b.example/a.tar.mp4', 'https://b.example/%ff.mp4', 'https://vimeo.com/123456789']
  expect(entriesOf(links)).toMatchObject([
    { index: 1, kind: null, title: 'a.tar' },
    { index: 2, kind: null, title: '%ff' },
    { index: 3, kind: 'video', title: 'Vimeo' },
  ])
})
