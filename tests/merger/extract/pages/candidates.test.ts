import { expect, test } from 'vitest'
import { candidatesOf, entriesOf, type Candidate } from '../../../../merger/extract/pages/candidates.ts'

const SITE = 'https://a.example'
const FILM = 'https://cdn.example/film.mp4'
const SONG = 'https://cdn.example/song.mp3'
const encoded = encodeURIComponent(FILM)
const base64 = (text: string) => Buffer.from(text).toString('base64')

function first(html: string): Candidate | undefined {
  const url = new URL(`${SITE}/page`)
  return [...candidatesOf({ url, base: url, text: html }, url.href)][0]
}

test.each([
  ['srcdoc', '<iframe srcdoc="&lt;video src=&quot;https://cdn.example/film.mp4&quot;&gt;"></iframe>'],
  ['a video that is loaded late', '<video data-src="https://cdn.example/film.mp4"></video>'],
  ['the element of a player', '<media-player src="https://cdn.example/film.mp4"></media-player>'],
  ['an AMP video', '<amp-video src="https://cdn.example/film.mp4"></amp-video>'],
  ['a button', `<button onclick="play('https://cdn.example/film.mp4')">Play</button>`],
  ['a field', '<input readonly value="https://cdn.example/film.mp4">'],
  ['a part of a file', '<script>v.src = "https://cdn.example/film.mp4#t=0.1"</script>'],
  [
    'entities of JSON',
    '<div data-block-json="&#123;&quot;url&quot;:&quot;https://cdn.example/film.mp4&quot;&#125;">',
  ],
  ['base64', `<script>play(atob("${base64(FILM)}"))</script>`],
  ['JSON in base64', `<div data-player="${base64(JSON.stringify({ file: FILM }))}"></div>`],
  ['percent escapes', `<script>play(decodeURIComponent("${encoded}"))</script>`],
  [
    'a page in percent escapes',
    `<script>document.write(unescape("${escape(`<video src="${FILM}">`)}"))</script>`,
  ],
  ['the settings of a Flash player', `<embed src="/p.swf" flashvars="file=${FILM}&amp;image=/x.jpg">`],
  ['strings that are added', `<script>src = "https://cdn.example/" + "film" + ".mp4"</script>`],
  [
    'a variable and a string',
    `<script>var host = "https://cdn.example"; play(host + '/film' + '.mp4')</script>`,
  ],
  ['a template', '<script>const host = "https://cdn.example"; play(`${host}/film.mp4`)</script>'],
  [
    'escaped settings of a Flash player',
    `<param name="flashvars" value="file=${encoded}&amp;image=%2Fx.jpg">`,
  ],
  ['the query of a frame', `<iframe src="https://player.example/v.html?url=${encoded}"></iframe>`],
  ['the fragment of a frame', `<iframe src="https://player.example/#${FILM}"></iframe>`],
  ['a preloaded file', `<link rel="preload" as="video" href="${FILM}">`],
  ['a link for players', `<link rel="video_src" href="${FILM}">`],
  ['a Twitter card', `<meta content='${FILM}' name='twitter:player:stream'>`],
  [
    'packed code',
    `<script>eval(function(p,a,c,k,e,d){return p}('0.1({2:"3://4.5/6.7"})',8,8,'player|setup|file|https|cdn|example|film|mp4'.split('|'),0,{}))</script>`,
  ],
])('finds the file in %s', (_, html) => expect(first(html)).toEqual({ files: [FILM] }))

test.each(['film.webm', 'film.m3u8'])('takes the source %s for no song', (name) => {
  const link = `https://cdn.example/${name}`
  expect(first(`<title>A film</title><video><source src="${link}">`)).toEqual({ files: [link] })
})

test('names a source by its page', () => {
  const info = expect.objectContaining({ url: FILM, title: 'A film' })
  expect(first(`<TITLE>A film</TITLE><VIDEO><SOURCE SRC="${FILM}"></VIDEO>`)).toEqual({ info })
})

test('finds a file of the same site in the escaped settings of a Flash player', () =>
  expect(first('<embed flashvars="image=%2Fx.jpg&amp;file=%2Ffilm.mp4&amp;x=1">')).toEqual({
    files: [`${SITE}/film.mp4`],
  }))

test('passes over a malformed link of a player', () =>
  expect(first(`<i data-url="https:||a.example|x"></i><video src="${FILM}">`)).toEqual({ files: [FILM] }))

test.each([
  ['Open Graph', `<meta property="og:audio:url" content="${SONG}">`],
  ['an alternate', `<link rel="alternate" type="audio/mpeg" href="${SONG}">`],
  ['an enclosure', `<link rel="enclosure" href="${SONG}">`],
  ['a script in a link', `<a href="javascript:play('${SONG}')">Play</a>`],
  ['a list', `<select><option value="${SONG}">A song</option></select>`],
])('finds the sound in %s', (_, html) => expect(first(html)).toEqual({ files: [SONG] }))

test.each([
  ['packed code', `}('${'0 '.repeat(49_000)}',2,1,'${'x'.repeat(90_000)}'.split('|')`],
  [
    'a list of files',
    `<script type="application/ld+json">{"@type":"VideoObject","contentUrl":[${'"#",'.repeat(200_000)}"#"]}</script>`,
  ],
])('passes over endless %s', (_, html) => expect(first(`${html}<video src="${FILM}">`)).toBeDefined())

test('names items by the ends of their links, however long', () => {
  const links = ['/a/b%20c.mp4', '/.mp4', '/a/', '/', `/${'x'.repeat(400_000)}//`]
  const titles = entriesOf(links.map((link) => `${SITE}${link}`)).map(({ title }) => title)
  expect(titles).toEqual(['b c', '.mp4', 'a', null, null])
})

test('finds a source by its type', () => {
  const html = '<script>setup({sources: [{src: "/stream/12", type: "application/x-mpegURL"}]})</script>'
  expect(first(html)).toEqual({ files: [`${SITE}/stream/12`] })
})

test.each([
  ['quotes', `<meta content='0; url="/next"' http-equiv="Refresh">`],
  ['no "url="', '<meta http-equiv=refresh content="0;/next">'],
  ['a comma', `<META HTTP-EQUIV='REFRESH' CONTENT='3, Url = /next'>`],
  ['an assignment', '<script>location = "/next"</script>'],
  ['an assignment of href', "<script>window.location.href='/next';</script>"],
  ['replace', '<script>top.location.replace("https:\\/\\/a.example\\/next")</script>'],
  ['assign', "<script>document.location.assign('/next')</script>"],
  ['a timeout', "<script>setTimeout(() => { self.location = '/next' }, 3000)</script>"],
  ['the form for phones', '<link rel="amphtml" href="/next">'],
  ['the form that counts', '<link rel=canonical href="/next">'],
])('goes on by %s', (_, html) => expect(first(html)).toEqual({ onward: `${SITE}/next` }))

test.each([
  ['a refresh of itself', '<meta http-equiv="refresh" content="300">'],
  ['a fragment', '<script>location.href = "#top"</script>'],
  ['a link in parts', '<script>location.href = "/user/" + id</script>'],
  ['the location of something else', '<script>shop.location = "/next"</script>'],
  ['a comparison', '<script>if (location == "/next") go()</script>'],
  ['a click', `<button onclick="location.href='/next'">Next</button>`],
  ['the front page', '<link rel=canonical href="/"><script>location = "https://a.example/"</script>'],
  ['its own name', '<link rel=canonical href="https://www.a.example/page/">'],
])('goes on nowhere by %s', (_, html) => expect(first(html)).toBeUndefined())

const YOUTUBE = { links: ['https://www.youtube.com/watch?v=abcdefghijk'] }
test.each([
  ['srcdoc', `<iframe srcdoc="<a href='https://www.youtube.com/embed/abcdefghijk?autoplay=1'>"></iframe>`],
  [
    'an attribute',
    '<div data-block-json="&#123;&quot;html&quot;:&quot;&lt;iframe src=\\&quot;//www.youtube.com/embed/abcdefghijk\\&quot;&gt;&quot;&#125;">',
  ],
  ['a redirect', '<script>location.href = "https://youtu.be/abcdefghijk"</script>'],
  ['an AMP frame', '<amp-iframe src="https://www.youtube.com/embed/abcdefghijk"></amp-iframe>'],
])('finds the item of a platform in %s', (_, html) => expect(first(html)).toEqual(YOUTUBE))

test.each([
  ['an XML link', '<link rel="alternate" type="application/xml" href="/show.xml">', ['show.xml']],
  ['rel=feed', '<link rel="feed" href="/show.xml">', ['show.xml']],
  ['a button', '<a href="/show.xml">RSS</a>', ['show.xml']],
  ['a scheme', '<a href="feed://a.example/show.xml">Subscribe</a>', ['show.xml']],
  [
    'the link of an app',
    '<a href="overcast://x-callback-url/add?url=https%3A%2F%2Fa.example%2Fshow.xml">Subscribe</a>',
    ['show.xml'],
  ],
  [
    'several links',
    '<link rel="alternate" type="application/rss+xml" href="/blog.xml"><link rel="alternate" type="application/rss+xml" href="/comments/feed"><link rel="alternate" type="application/rss+xml" title="Podcast" href="/show.xml">',
    ['show.xml', 'blog.xml'],
  ],
])('finds feeds by %s', (_, html, names) => {
  const found = first(html)
  const feeds = found && 'feeds' in found ? found.feeds : []
  expect(feeds.map((feed) => feed.replace(/^https?:\/\/a\.example\//, ''))).toEqual(names)
})
