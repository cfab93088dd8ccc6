import { expect, test } from 'vitest'
import { candidatesOf, type Candidate } from '../../../merger/pages/candidates.ts'
import { entriesOf } from '../../../merger/extract/pages/entries.ts'
import { pageOf } from '../../../merger/pages/page.ts'

const SITE = 'https://a.example'
const FILM = 'https://cdn.example/film.mp4'
const SONG = 'https://cdn.example/song.mp3'
const encoded = encodeURIComponent(FILM)
const base64 = (text: string) => Buffer.from(text).toString('base64')

function first(html: string): Candidate | undefined {
  const url = new URL(`${SITE}/page`)
  return [...candidatesOf(pageOf(html, url), url.href)][0]
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
  [
    'entities in JSON-LD',
    `<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"https:&#47;&#47;cdn.example/film.mp4"}</script>`,
  ],
  [
    'JSON in a string',
    `<script>setup("{\\"file\\":\\"https:\\\\/\\\\/cdn.example\\\\/film.mp4\\"}")</script>`,
  ],
  ['escaped slashes', String.raw`<script>play("https:\x2F\x2Fcdn.example\x2ffilm.mp4")</script>`],
  ['escaped letters', String.raw`<script>play("\x68\x74\x74p\u0073://cdn.example/film.mp4")</script>`],
  ['an element in base64', `<template>${base64(`<video src="${FILM}"></video>`)}</template>`],
  ['a preloaded file', `<link rel="preload" as="video" href="${FILM}">`],
  ['a link for players', `<link rel="video_src" href="${FILM}">`],
  ['a Twitter card', `<meta content='${FILM}' name='twitter:player:stream'>`],
  [
    'packed code',
    `<script>eval(function(p,a,c,k,e,d){return p}('0.1({2:"3://4.5/6.7"})',8,8,'player|setup|file|https|cdn|example|film|mp4'.split('|'),0,{}))</script>`,
  ],
])('finds the file in %s', (_, html) => expect(first(html)).toEqual({ as: 'file', links: [FILM] }))

test.each([
  ['a folder that is a file', 'get_file/1/film.mp4/?br=500', 'postfix: ".mp4", video_url: "LINK"'],
  ['a list of Smooth Streaming', 'v.ism/manifest(format=m3u8-aapl)', 'src = "LINK"'],
  ['a type after other facts', 'get/5', '{"url":"LINK","size":"1","title":"A song","mimeType":"audio/mpeg"}'],
])('finds the file in %s', (_, name, script) =>
  expect(first(`<script>${script.replace('LINK', `${SITE}/${name}`)}</script>`)).toEqual({
    as: 'file',
    links: [`${SITE}/${name}`],
  }),
)

test('reads JSON-LD with a character set and full names of types', () =>
  expect(
    first(
      `<script type="application/ld+json; charset=utf-8">{"@type":"http://schema.org/VideoObject","contentUrl":"${SITE}/get/5"}</script>`,
    ),
  ).toEqual({ as: 'file', links: [`${SITE}/get/5`] }))

test('takes no instruction of a script for a link', () =>
  expect(first(`<script>video_url = "function/0/${FILM}"</script>`)).toBeUndefined())

test.each([
  'src="about:blank" data-src="LINK"',
  'data-lazy-src="LINK" src="data:text/html,x"',
  'nitro-lazy-src="LINK"',
  'data-cookieblock-src="LINK" src="javascript:false"',
  'data-src="/other" src="LINK"',
  'src="https://cdn.consent.example/empty.html" suppressedsrc="LINK"',
  'src="about:blank" data-placeholder-image="https://a.example/x.jpg" data-src-cmplz="LINK"',
  'consent-required="12" consent-original-src-_="LINK"',
  'data-privacy-url="https://a.example/privacy" data-video="https://a.example/embed/1"',
  'data-picture="https://a.example/1.webp?x" data-frame="//a.example/embed/1"',
  'src="https://a.example/blank?x" data-orig-src="LINK" srcset="/x"',
])('finds a frame that waits for the visitor: %s', (attributes) =>
  expect(first(`<iframe ${attributes.replace('LINK', '/embed/1')}></iframe>`)).toEqual({
    as: 'frame',
    links: [`${SITE}/embed/1`],
  }),
)

const HIDDEN = '<iframe width="1" src="https://player.example/embed/1"></iframe>'
test.each([
  ['a template', `<script type="text/template">${base64(HIDDEN)}</script>`],
  ['an attribute', `<div data-content="${base64(`\n${HIDDEN}`)}"></div>`],
  ['a box', `<div data-content='${base64(`<div>${HIDDEN}</div>`)}'></div>`],
  ['a plain template', `<script type="text/plain">${HIDDEN}</script>`],
  ['an escaped attribute', `<div data-html="${HIDDEN.replaceAll('"', '&quot;')}"></div>`],
])('finds the frame behind a button of consent in %s', (_, html) =>
  expect(first(html)).toEqual({ as: 'frame', links: ['https://player.example/embed/1'] }),
)

test('takes no frame that a script writes, as of an advertisement', () =>
  expect(first(`<script>document.write('${HIDDEN}')</script>`)).toBeUndefined())

test.each([
  ['an element', '<lite-vimeo videoid="76979871"></lite-vimeo>'],
  ['a class', '<div class="vimeo_player" videoID="76979871"></div>'],
  ['a provider', '<div data-provider="Vimeo" data-id="76979871"></div>'],
])('finds the item of Vimeo by %s', (_, html) =>
  expect(first(html)).toEqual({ as: 'item', links: ['https://player.vimeo.com/video/76979871'] }),
)

test('finds a player of Dailymotion, and takes no number for one', () => {
  expect(first('<div class="dailymotion_player" videoID="x8abc12"></div>')).toEqual({
    as: 'player',
    links: ['https://www.dailymotion.com/video/x8abc12'],
  })
  expect(first('<div data-id="76979871"></div><div class="vimeo" data-id="x1"></div>')).toBeUndefined()
})

test("leads to the player of Brightcove's script", () =>
  expect(
    first('<video-js data-account="12345" data-player="abc" data-video-id="ref:film-1"></video-js>'),
  ).toEqual({
    as: 'player',
    links: ['https://players.brightcove.net/12345/abc_default/index.html?videoId=ref:film-1'],
  }))

test.each(['film.webm', 'film.m3u8'])('takes the source %s for no song', (name) => {
  const link = `https://cdn.example/${name}`
  expect(first(`<title>A film</title><video><source src="${link}">`)).toEqual({ as: 'file', links: [link] })
})

test('takes a source that may be an episode for one', () =>
  expect(first(`<TITLE>A film</TITLE><VIDEO><SOURCE SRC="${FILM}"></VIDEO>`)).toEqual({
    as: 'episode',
    links: [FILM],
  }))

test('finds a file of the same site in the escaped settings of a Flash player', () =>
  expect(first('<embed flashvars="image=%2Fx.jpg&amp;file=%2Ffilm.mp4&amp;x=1">')).toEqual({
    as: 'file',
    links: [`${SITE}/film.mp4`],
  }))

test('passes over a malformed link of a player', () =>
  expect(first(`<i data-url="https:||a.example|x"></i><video src="${FILM}">`)).toEqual({
    as: 'file',
    links: [FILM],
  }))

test.each([
  ['Open Graph', `<meta property="og:audio:url" content="${SONG}">`],
  ['an alternate', `<link rel="alternate" type="audio/mpeg" href="${SONG}">`],
  ['an enclosure', `<link rel="enclosure" href="${SONG}">`],
  ['a script in a link', `<a href="javascript:play('${SONG}')">Play</a>`],
  ['a list', `<select><option value="${SONG}">A song</option></select>`],
])('finds the sound in %s', (_, html) => expect(first(html)).toEqual({ as: 'file', links: [SONG] }))

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
  expect(first(html)).toEqual({ as: 'file', links: [`${SITE}/stream/12`] })
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
])('goes on by %s', (_, html) => expect(first(html)).toEqual({ as: 'onward', links: [`${SITE}/next`] }))

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

const YOUTUBE = { as: 'item', links: ['https://www.youtube.com/watch?v=abcdefghijk'] }
test.each([
  ['srcdoc', `<iframe srcdoc="<a href='https://www.youtube.com/embed/abcdefghijk?autoplay=1'>"></iframe>`],
  [
    'an attribute',
    '<div data-block-json="&#123;&quot;html&quot;:&quot;&lt;iframe src=\\&quot;//www.youtube.com/embed/abcdefghijk\\&quot;&gt;&quot;&#125;">',
  ],
  ['Plyr', '<div data-plyr-provider="youtube" data-plyr-embed-id="abcdefghijk"></div>'],
  ["YouTube's script", `<script>new YT.Player('p', {height: 1, videoId: 'abcdefghijk'})</script>`],
  [
    'settings',
    '<div data-settings="{&quot;youtube_url&quot;:&quot;https:\\/\\/youtu.be\\/abcdefghijk&quot;}"></div>',
  ],
  ['a redirect', '<script>location.href = "https://youtu.be/abcdefghijk"</script>'],
  ['an AMP frame', '<amp-iframe src="https://www.youtube.com/embed/abcdefghijk"></amp-iframe>'],
])('finds the item of a platform in %s', (_, html) => expect(first(html)).toEqual(YOUTUBE))

test.each([
  'data-vimeo-id="76979871"',
  'data-plyr-embed-id="76979871"',
  'data-vimeo-url="https://vimeo.com/76979871"',
])('finds the item of Vimeo in %s', (attribute) =>
  expect(first(`<div ${attribute}></div>`)).toEqual({
    as: 'item',
    links: ['https://player.vimeo.com/video/76979871'],
  }),
)

test.each([
  [
    'the host of feeds',
    '<a href="https://feeds.b.example/show">Subscribe</a>',
    ['https://feeds.b.example/show'],
  ],
  [
    'no type',
    '<link rel="alternate" hreflang="de" href="/de/"><link rel="alternate" href="/feed/podcast/">',
    ['feed/podcast/'],
  ],
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
  const feeds = found?.as === 'feed' ? found.links : []
  expect(feeds.map((feed) => feed.replace(/^https?:\/\/a\.example\//, ''))).toEqual(names)
})
