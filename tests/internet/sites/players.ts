import { gzipSync } from 'node:zlib'
import { file, html, json, redirect, text } from '../answers.ts'
import type { Answer, Site } from '../site.ts'

// Pages as sites write them: players that a script sets up, frames of unknown hosts, data that is not quite
// valid, links to files, and redirects to a login form.

const CDN = 'https://cdn.example'
const FILM = `${CDN}/combined-360.mp4`
const SOUND = `${CDN}/audio.mp3`
const STREAM = 'https://streams.example/hls/master.m3u8'
const TEXT_STREAM = 'https://streams.example/captions/master.m3u8'

const page = (body: string, head = '') =>
  html(`<!doctype html><html><head><title>A page</title>${head}</head><body>${body}</body></html>`)
const script = (code: string) => page(`<div id="player"></div><script>${code}</script>`)
const ld = (body: string) => page('', `<script type="application/ld+json">${body}</script>`)
const frame = (src: string) => page(`<iframe src="${src}" allowfullscreen></iframe>`)
const sound = (title: string, link: string) =>
  `<item><title>${title}</title><enclosure url="${link}" type="audio/mpeg"/></item>`

const answers: Record<string, () => Answer> = {
  '/base-href': () => page('<video src="combined-360.mp4"></video>', `<base href="${CDN}/">`),
  '/base-inside': () => page('<video src="secret.mp4"></video>', '<base href="http://private.test/">'),
  '/hls-js': () => script(`var hls = new Hls(); hls.loadSource("${STREAM}"); hls.attachMedia(video)`),
  '/hls-escaped': () => script(`window.config = {"hls":"${STREAM.replaceAll('/', '\\/')}"}`),
  '/videojs-setup': () =>
    page(`<video-js data-setup='{"sources":[{"src":"${FILM}","type":"video/mp4"}]}'></video-js>`),
  '/videojs-entities': () =>
    page(`<div data-setup="{&quot;src&quot;:&quot;${FILM}&quot;,&quot;autoplay&quot;:false}"></div>`),
  '/plain-json': () => page(`<script type="application/json">{"a":[{"src":"${FILM}"}]}</script>`),
  '/qualities': () => script(`play(["/files/clip-360.mp4", '/files/clip-720.mp4', "/files/clip-480.mp4"])`),
  '/only-code': () => script('var x = "a.mp4" + y; load(`${base}/v.mp4`); s = "not closed.mp3'),
  '/frame': () => frame('https://player.example/embed/1'),
  '/frame-own': () => frame('/embedded'),
  '/embedded': () => page(`<video src="${FILM}"></video>`),
  '/frame-script': () => frame('/hls-js'),
  '/frame-in-frame': () => frame('/frame-own'),
  '/frame-inside': () => frame('http://private.test/embed'),
  '/frame-self': () => frame('/frame-self'),
  '/srcdoc': () => page(`<iframe srcdoc="&lt;video src=&quot;${FILM}&quot;&gt;&lt;/video&gt;"></iframe>`),
  '/goes-on': () => script('window.location.replace("/embedded")'),
  '/goes-to-show': () => script('location.href = "/show.xml"'),
  '/goes-round': () => script('location.href = "/goes-back"'),
  '/goes-back': () => script('location.href = "/goes-round"'),
  '/goes-inside': () => script('location.href = "http://private.test/"'),
  '/for-phones': () => page('<div id="app"></div>', '<link rel="amphtml" href="/amp/film">'),
  '/amp/film': () => page(`<amp-video src="${FILM}"></amp-video>`),
  '/counts-inside': () => page('', '<link rel="canonical" href="http://private.test/film">'),
  '/old-frames': () => html('<html><title>A page</title><frameset><frame src="/embedded"></frameset></html>'),
  '/gzip': () =>
    text(gzipSync(`<title>A page</title><script>x="${FILM}"</script>`), 'text/html', 200, {
      'content-encoding': 'gzip',
    }),
  '/after-warning': () =>
    text(
      `Warning: old() on line 3\n<!doctype html><title>A page</title><video src="${FILM}"></video>`,
      'text/html',
    ),
  '/late-start': () =>
    text(
      `${'\n '.repeat(900)}<!doctype html><title>A page</title><video src="${FILM}"></video>`,
      'text/html',
    ),
  '/utf16': () =>
    text(Buffer.from(`\ufeff<title>A page</title><script>x="${FILM}"</script>`, 'utf16le'), 'text/html'),
  '/sources': () =>
    page(
      `<video><source src="${FILM}" type="video/mp4" res="360" label="360p"><source src="${CDN}/combined-720.mp4" type="video/mp4" res="720" label="720p"></video>`,
    ),
  '/object': () => page(`<object data="${FILM}" type="video/mp4"></object>`),
  '/oembed': () =>
    page('', '<link rel="alternate" type="application/json+oembed" href="/oembed.json?url=x">'),
  '/oembed.json': () =>
    json({ type: 'video', html: '<iframe src="https://player.example/embed/1"></iframe>' }),
  '/oembed-inside': () =>
    page('', '<link rel="alternate" type="application/json+oembed" href="http://private.test/o.json">'),
  '/ld-line': () =>
    ld(`{"@context":"https://schema.org","@type":"VideoObject","name":"A\nname","contentUrl":"${FILM}"}`),
  '/ld-comma': () =>
    ld(`{"@context":"https://schema.org","@type":"VideoObject","name":"A","contentUrl":"${FILM}",}`),
  '/ld-deep': () =>
    ld(`[{"@graph":[{"@type":"WebPage","mainEntity":{"@type":["AudioObject"],"contentUrl":"${SOUND}"},},]}]`),
  '/ld-list': () =>
    ld(
      '[{"@type":"BreadcrumbList"},{"@graph":[{"@type":"VideoObject","embedUrl":"https://player.example/embed/1"}]}]',
    ),
  '/ld-urls': () => ld(`{"@type":"VideoObject","contentUrl":["${FILM}"]}`),
  '/microdata': () =>
    page(
      `<div itemscope itemtype="https://schema.org/VideoObject"><meta itemprop="contentUrl" content="${FILM}"></div>`,
    ),
  '/microdata-link': () => page(`<link itemprop="contentUrl" href="${SOUND}">`),
  '/next-chunk': () => script(`self.__next_f.push([1,"{\\"video\\":{\\"url\\":\\"${FILM}\\"}}"])`),
  '/playerjs': () => script(`new Playerjs({file:"[360p]${FILM} or ${FILM}?b,[720p]/files/clip-720.mp4"})`),
  '/spaced': () => page('<audio src=" /a song.mp3\n"></audio>'),
  '/a%20song.mp3': () => file('audio.mp3'),
  '/og-player': () => page('', '<meta property="og:video" content="/files/clip-720.mp4?x">'),
  '/lite-youtube': () => page('<lite-youtube videoid="sealedvid00"></lite-youtube>'),
  '/amp-youtube': () => page('<amp-youtube data-videoid="sealedvid00"></amp-youtube>'),
  '/data-youtube': () => page('<div class="x" data-youtube-id="sealedvid00"></div>'),
  '/data-video': () => page('<div data-video-url="https://www.youtube.com/watch?v=sealedvid00"></div>'),
  '/anchor': () => page(`<p><a href="${SOUND}">Listen</a> <a href="/leaflet.pdf">Read</a></p>`),
  '/anchor-download': () => page(`<a href="/get?id=1" download="song.mp3">Save</a>`),
  '/anchors': () => page(`<a href="${SOUND}">One</a><a href="${CDN}/audio.m4a">Two</a>`),
  '/show': () =>
    page(
      '<p>Words</p>',
      '<link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed"><link rel="alternate" type="application/rss+xml" href="/show.xml">',
    ),
  '/show.xml': () =>
    text(
      `<rss><channel><title>Made-up Show</title>${sound('Heard', SOUND)}${sound('Before', SOUND)}</channel></rss>`,
      'application/rss+xml',
    ),
  '/blog': () => page('<p>Words</p>', '<link rel="alternate" type="application/rss+xml" href="/blog.xml">'),
  '/blog.xml': () =>
    text(
      '<rss><channel><title>Words</title><item><title>A post</title><link>https://players.example/words</link></item></channel></rss>',
      'application/rss+xml',
    ),
  '/show-inside': () =>
    page('', '<link rel="alternate" type="application/rss+xml" href="http://private.test/feed.xml">'),
  '/members/film': () => redirect('https://players.example/account/login?next=/members/film'),
  '/account/login': () => page('<form><input name="u"><input type="password" name="p"></form>'),
  '/cookie-first': () => (request, response) => {
    const isKnown = request.headers.cookie?.includes('seen=1')
    if (isKnown) return script(`x="${FILM}"`)(request, response)
    response.writeHead(302, { location: '/cookie-first', 'set-cookie': 'seen=1; Path=/' }).end()
  },
  '/windows-path': () => page('<video src="files\\clip-720.mp4"></video>'),
  '/station': () => page('<audio src="https://direct.example/station"></audio>'),
  '/track-alone': () => page(`<video src="${FILM}"><track src="/a.vtt"></video>`),
  '/script-and-track': () =>
    page(
      `<video id="film"><track kind="captions" src="/en.vtt" srclang="en" label="English"></video><script>hls.loadSource("${STREAM}")</script>`,
    ),
  '/list-and-text': () => page(`<video><source src="${TEXT_STREAM}" type="application/x-mpegURL"></video>`),
  '/setup-and-track': () =>
    page(
      `<video-js data-setup='{"sources":[{"src":"${FILM}"}],"tracks":[{"kind":"captions","src":"/en.vtt","srclang":"en"}]}'></video-js>`,
    ),
  '/text-for-scripts': () =>
    page(
      `<video src="${FILM}"><track kind="metadata" src="/en.vtt" srclang="en"><track kind="metadata" src="/thumbs.vtt"></video>`,
    ),
  '/chapters': () =>
    page(`<video src="${FILM}"><track kind="chapters" src="/chapters.vtt" srclang="en"></video>`),
  '/key-moments': () =>
    page(
      `<video src="${FILM}"></video>`,
      `<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"${FILM}","hasPart":[{"@type":"Clip","name":"Welcome","startOffset":0},{"@type":"Clip","name":"Questions","startOffset":5}]}</script>`,
    ),
  '/en.vtt': () => text('WEBVTT\n\n00:01.000 --> 00:02.000\nHello', 'text/vtt'),
  '/chapters.vtt': () =>
    text('WEBVTT\n\n00:00.000 --> 00:05.000\nWelcome\n\n00:05.000 --> 00:10.000\nQuestions', 'text/vtt'),
  '/upper-case': () => html(`<HTML><TITLE>A page</TITLE><VIDEO><SOURCE SRC="${FILM}"></VIDEO></HTML>`),
  '/challenge': () => html('<title>Just a moment...</title><script>window._cf_chl_opt={}</script>'),
  '/challenge-202': () => html('<script>window.gokuProps = {"key":"x"}</script>', 202),
  '/challenge-503': () => html('<title>Just a moment...</title>', 503),
  '/other-country': () => html('<title>Sorry</title><p>This film is not available in your country.</p>', 403),
  '/members-only': () => html('<title>Sign in</title><form><input type=password></form>', 403),
  '/fault': () => html(`<title>A page</title><video src="${FILM}"></video>`, 500),
  '/missing': () => html(`<title>Not found</title><video src="${FILM}" autoplay loop></video>`, 404),
  '/commented-out': () => page(`<!-- <video src="${CDN}/gone.mp4"></video> --><video src="${FILM}"></video>`),
  '/blob': () =>
    script(`play("${FILM}")</script><video src="blob:https://players.example/1"></video><script>`),
  '/gated': () => redirect('https://players.example/privacy-gate?to=/gated'),
  '/privacy-gate': () => page('<form><button>Accept all</button></form>'),
  '/latin': () =>
    text(
      Buffer.from(
        `<html><head><meta charset="iso-8859-1"><title>Caf\u00e9</title></head><script>x="${FILM}"</script></html>`,
        'latin1',
      ),
      'text/html',
    ),
  '/files/clip-720.mp4': () => file('combined-720.mp4'),
  '/get': () => file('audio.mp3'),
}

export const players: Site = { hosts: ['players.example'], answer: ({ path }) => answers[path]?.() }

export const unknownPlayer: Site = {
  hosts: ['player.example'],
  answer: ({ path }) =>
    path === '/embed/1'
      ? html(`<html><title>Player</title><script>setup({file:"${FILM}"})</script></html>`)
      : undefined,
}
