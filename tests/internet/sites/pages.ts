import { pipeline } from 'node:stream/promises'
import { isChromeLike } from '../../../merger/egress/client-hello.ts'
import { dripping } from './attack.ts'
import { file, html, redirect, text } from '../answers.ts'
import type { Answer, Ask, Site } from '../site.ts'

const CDN = 'https://cdn.example'
const page = (title: string, head: string, body = '') =>
  html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`,
  )

const pages: Record<string, (ask: Ask) => Answer> = {
  '/watch/two-sources': () =>
    page(
      'Two sources',
      '',
      `<video controls poster="${CDN}/picture.jpg"><source src="${CDN}/combined-720.mp4" type="video/mp4"><source src="${CDN}/combined-720.webm" type="video/webm"></video>`,
    ),
  '/watch/open-graph': () =>
    page(
      'Open Graph video',
      `<meta property="og:title" content="Open Graph video"><meta property="og:type" content="video.other">
       <meta property="og:image" content="${CDN}/picture.jpg"><meta property="og:video" content="${CDN}/combined-720.mp4"><meta property="og:video:type" content="video/mp4">`,
    ),
  '/listen/open-graph': () =>
    page(
      'Open Graph audio',
      `<meta property="og:title" content="Open Graph audio"><meta property="og:audio" content="${CDN}/audio.m4a">`,
    ),
  '/watch/json-ld': () =>
    page(
      'Described by JSON-LD',
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'VideoObject', name: 'Described by JSON-LD', description: 'd', thumbnailUrl: `${CDN}/picture.jpg`, uploadDate: '2026-01-06', duration: 'PT12S', contentUrl: `${CDN}/combined-720.mp4` })}</script>`,
    ),
  '/watch/hls': () =>
    page('A page with a playlist', '', '<video src="https://streams.example/hls/master.m3u8"></video>'),
  '/watch/article': () =>
    page(
      'An article with three videos',
      '',
      `<p>First</p><video src="${CDN}/combined-720.mp4"></video><p>Second</p><video src="${CDN}/combined-360.mp4"></video>
       <p>Third</p><audio src="${CDN}/audio.m4a"></audio>`,
    ),
  '/watch/frames': () =>
    page(
      'An article with two players',
      '',
      `<p>First</p><iframe src="https://www.youtube.com/embed/sealedvid00"></iframe>
       <p>Second</p><iframe src="https://player.vimeo.com/video/123456789"></iframe>`,
    ),
  '/watch/posts': () =>
    page(
      'An article with three posts',
      '',
      `<blockquote class="twitter-tweet"><a href="https://twitter.com/maker/status/1001">Today</a></blockquote>
       <blockquote class="tiktok-embed" cite="https://www.tiktok.com/@maker/video/7000000000000000001"></blockquote>
       <blockquote class="twitter-tweet"><a href="https://twitter.com/maker/status/1001">Again</a></blockquote>`,
    ),
  '/watch/moved': () => redirect('https://video.example/watch/two-sources'),
  '/watch/text': () => page('Only words', '', '<p>There is nothing to watch here.</p>'),
  // These pages point to private addresses, to which the product must not connect.
  '/inside/redirect': () => redirect('http://169.254.169.254/latest/meta-data/'),
  '/inside/file': () => redirect('file:///etc/passwd'),
  '/inside/data': () => redirect('data:video/mp4;base64,AAAAGGZ0eXA='),
  '/inside/gopher': () => redirect('gopher://video.example/1'),
  '/inside/og': () =>
    page(
      'Open Graph inside',
      '<meta property="og:video" content="http://10.0.0.5/secret.mp4"><meta property="og:image" content="http://10.0.0.5/secret.jpg">',
    ),
  '/inside/video': () => page('Video inside', '', '<video src="http://private.test/secret.mp4"></video>'),
  '/inside/playlist': () =>
    page('Playlist inside', '', '<video src="https://streams.example/inside/master.m3u8"></video>'),
}

/** Web pages for yt-dlp's generic extractor. Some of them point to private addresses. */
export const ordinary: Site = {
  hosts: ['video.example'],
  answer: (ask) => pages[ask.path]?.(ask),
}

const OWN_VIDEO = 'https://guarded.example/own.mp4'
const guardedPages: Record<string, Answer> = {
  '/own-video': page('A guarded page with its own video', '', `<video src="${OWN_VIDEO}"></video>`),
  '/two-videos': page(
    'A guarded page with two sources',
    '',
    `<video><source src="${OWN_VIDEO}" type="video/mp4"><source src="${CDN}/combined-720.mp4" type="video/mp4"></video>`,
  ),
  '/own.mp4': file('combined-720.mp4'),
}

/**
 * A host whose pages are sent only to clients with a browser's TLS handshake. Other clients get a response
 * like Cloudflare's challenge, which yt-dlp recognises by the header cf-mitigated.
 */
export const guarded: Site = {
  hosts: ['guarded.example'],
  answer: ({ hello, path }) =>
    path === '/limited'
      ? text('Too many requests', 'text/plain', 429)
      : hello && isChromeLike(hello) && path !== '/closed'
        ? (guardedPages[path] ?? page('A guarded page', '', `<video src="${CDN}/combined-720.mp4"></video>`))
        : text('Just a moment...', 'text/html', 403, { 'cf-mitigated': 'challenge', server: 'cloudflare' }),
}

/** Maps the path of each short link on short.example and short.test to the page to which it redirects. */
const SHORT_LINKS: Record<string, string> = {
  '/to-blocked': 'https://video.example/watch/text',
  '/to-castbox': 'https://castbox.fm/episode/made-up-id1-id2',
  '/to-episode': 'https://open.spotify.com/episode/SealedOpenEpisode00001',
  '/to-song': 'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT',
}

/** Sites of different owners that never respond, but for a video at `/drip.mp4` that almost stops. */
export const SILENT_HOSTS = Array.from({ length: 20 }, (_, nth) => `silent-${nth}.example`)

/**
 * endless.example sends an endless page, silent.example never responds, reset.example resets the connection,
 * and short.example and short.test redirect.
 */
export const hostile: Site = {
  hosts: [
    'endless.example',
    'silent.example',
    'reset.example',
    'short.example',
    'short.test',
    ...SILENT_HOSTS,
  ],
  answer({ host, path, reset }) {
    if (host === 'reset.example') return () => reset()
    if (host.startsWith('silent') && path === '/drip.mp4') return dripping
    if (host.startsWith('silent')) return () => undefined
    if (host.startsWith('short.')) return redirect(SHORT_LINKS[path] ?? `https://video.example/watch${path}`)
    return (_, response) => pipeline(endless(), response.writeHead(200, { 'content-type': 'text/html' }))
  },
}

function* endless() {
  for (;;) yield `<p>${'x'.repeat(65_536)}</p>\n`
}

/**
 * Hosts to which hostile links point. If a request has the parameter `to`, the response redirects to the URL
 * in it. Otherwise the response is a video.
 */
export const harmful: Site = {
  hosts: ['redirect.example', 'link.test', 'evil.test', 'rebind.test'],
  answer: ({ query }) => (query.has('to') ? redirect(query.get('to') ?? '/') : file('combined-360.mp4')),
}
