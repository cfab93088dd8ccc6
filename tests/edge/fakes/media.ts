import type http from 'node:http'
import { listen, type Server } from './listen.ts'
import { deflateSync } from 'node:zlib'
import { film, packed, utf8 } from '../../media/lib/texts-in-matroska.ts'
import { subtitleRoutes } from './subtitle-lists.ts'

// A fake media server for all hosts under `.test`. It serves the URL `https://<host>/<path>` at the path
// `/<host>/<path>`, and counts the requests for each path.

const hits = new Map<string, number>()
const BODY = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i & 255))
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 1)])

const PLAYLIST = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="audio/index.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1280000,AUDIO="a"
video/index.m3u8
`
const MEDIA_LIST = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-KEY:METHOD=AES-128,URI="https://keys.test/k?id=1"
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.0,
seg-1.ts
#EXTINF:4.0,
https://other.test/seg-2.ts?x=1&y=2
#EXT-X-ENDLIST
`

const MIXED_LIST = `#EXTM3U
page.html
data.json
feed.xml
lines.vtt
encrypted.ts
`

type Answer = (request: http.IncomingMessage, response: http.ServerResponse, url: URL) => void
/** The first bytes of a PNG file. Its header claims a size of 50,000 by 50,000 pixels. */
const BOMB = Buffer.from('89504e470d0a1a0a0000000d494844520000c3500000c3500802000000', 'hex')

const send =
  (type: string, body: Buffer | string, status = 200, headers: Record<string, string> = {}): Answer =>
  (request, response) => {
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

/** Serves a file and supports ranges. */
const ranged =
  (body: Buffer, type: string): Answer =>
  (request, response) => {
    const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const base = { 'content-type': type, 'accept-ranges': 'bytes', etag: '"v1"' }
    const hidden = {
      'set-cookie': 'a=1',
      link: '<x>; rel=preload',
      'alt-svc': 'h3',
      'service-worker-allowed': '/',
      location: '/x',
    }
    if (first === undefined || last === undefined) {
      response.writeHead(200, { ...base, ...hidden, 'content-length': body.length })
      return void response.end(request.method === 'HEAD' ? undefined : body)
    }
    const start = first === '' ? Math.max(0, body.length - Number(last)) : Number(first)
    const end = first === '' || last === '' ? body.length - 1 : Math.min(body.length - 1, Number(last))
    if (start > end) {
      response.writeHead(416, { 'content-range': `bytes */${body.length}` })
      return void response.end()
    }
    response.writeHead(206, {
      ...base,
      'content-range': `bytes ${start}-${end}/${body.length}`,
      'content-length': end - start + 1,
    })
    response.end(body.subarray(start, end + 1))
  }
const file = ranged(BODY, 'video/mp4')
const startingWith = (head: string) => Buffer.concat([Buffer.from(head), BODY.subarray(head.length)])

/**
 * Redirects to the URL in the query parameter `to`. Line breaks are removed, because Node refuses them in a
 * header.
 */
function redirected(_: http.IncomingMessage, response: http.ServerResponse, url: URL): void {
  response.writeHead(302, { location: (url.searchParams.get('to') ?? '').replace(/[\r\n]/g, '') })
  response.end()
}

/**
 * A playlist that shows which request headers the edge sends to each link in it. The responses to the first
 * three links contain the headers of the request. The last link redirects to another domain.
 */
const CREDENTIAL_LIST = `#EXTM3U
https://cdn.test/echo.vtt
https://keys.test/echo.vtt
http://cdn.test/echo.vtt
https://cdn.test/redir?to=https://media.test/v.mp4
`

/** An SRT in Shift_JIS. */
const OLD_JAPANESE = '310a30303a30303a30312c303030202d2d3e2030303a30303a30322c3030300a82b182f182c982bf82cd0a'
const TEXT_MANIFEST = `<MPD mediaPresentationDuration="PT10S"><Period><AdaptationSet contentType="text"><Representation
id="f 1"><BaseURL>lines.vtt</BaseURL></Representation></AdaptationSet></Period></MPD>`
const SUBTITLE_LIST = `#EXTM3U
#EXTINF:10,
words-1.vtt
#EXTINF:10,
words-2.vtt
#EXT-X-ENDLIST
`
const words = (ticks: number, cues: string) =>
  `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:00:00:00.000\n\n${cues}\n`

const routes: Record<string, Answer> = {
  '/cdn.test/words.m3u8': send('application/vnd.apple.mpegurl', SUBTITLE_LIST),
  '/cdn.test/words-1.vtt': send('text/vtt', words(900_000, '00:01.000 --> 00:02.000\none')),
  '/cdn.test/words-2.vtt': send('text/vtt', words(1_800_000, '00:01.000 --> 00:02.000\ntwo')),
  '/cdn.test/rolling.vtt': send(
    'text/vtt',
    'WEBVTT\n\n00:00.000 --> 00:03.000\na\n\n00:02.000 --> 00:05.000\na\nb\n',
  ),
  '/cdn.test/old.srt': send('text/plain', Buffer.from(OLD_JAPANESE, 'hex')),
  '/cdn.test/film.mpd': send('application/dash+xml', TEXT_MANIFEST),
  '/cdn.test/inside-words.m3u8': send('application/vnd.apple.mpegurl', '#EXTM3U\nhttp://10.0.0.5/a.vtt\n'),
  '/cdn.test/own-words.m3u8': send('application/vnd.apple.mpegurl', '#EXTM3U\nhttps://own.cdn.test/a.vtt\n'),
  '/cdn.test/strange-words.m3u8': send('application/vnd.apple.mpegurl', '#EXTM3U\nhttps://keys.test/a.vtt\n'),
  '/cdn.test/own-texts.mkv': ranged(
    film({ fields: packed, text: (said) => deflateSync(utf8(said)) }),
    'video/x-matroska',
  ),
  ...subtitleRoutes,
  '/cdn.test/long.vtt': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/vtt' })
    response.end(`WEBVTT\n\n${'00:00.000 --> 00:01.000\nHello\n\n'.repeat(300_000)}`)
  },
  '/cdn.test/v.mp4': file,
  '/cdn.test/film-as-text.mp4': ranged(startingWith('\0\0\0\x18ftypmp42'), 'text/plain'),
  '/cdn.test/song-as-film.m4a': ranged(startingWith('ID3\x04\0\0\0\0\x7f\x7f'), 'audio/mp4'),
  '/cdn.test/no-head.mp4': (request, response, url) =>
    request.method === 'HEAD'
      ? send('text/plain', '', 405)(request, response, url)
      : file(request, response, url),
  '/cdn.test/echo.mp4': (request, response, url) =>
    // The proxy passes on no JSON.
    send('video/mp4', `\0${JSON.stringify(request.headers)}`)(request, response, url),
  '/cdn.test/unauthorized.mp4': send('text/plain', 'no', 401),
  '/cdn.test/token-ended.mp4': send('application/xml', '<Error><Code>ExpiredToken</Code></Error>', 400),
  '/cdn.test/ended.mp4': send('text/plain', 'no', 410),
  '/cdn.test/packed.mp4': send('video/mp4', BODY, 200, { 'content-encoding': 'compress' }),
  '/cdn.test/mixed.m3u8': send('application/vnd.apple.mpegurl', MIXED_LIST),
  '/cdn.test/page.html': send('text/html', '<!doctype html><title>A page</title>'),
  '/cdn.test/data.json': send('application/octet-stream', '{"balance": 100, "currency": "EUR"}'),
  '/cdn.test/feed.xml': send('video/mp2t', '<?xml version="1.0"?><rss></rss>'),
  '/cdn.test/hours.vtt': send(
    'text/vtt',
    `WEBVTT\n${'NOTE\n\n'.repeat(200_000)}00:00.000 --> 00:01.000\nHello\n`,
  ),
  '/cdn.test/lines.vtt': send('text/vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'),
  '/cdn.test/encrypted.ts': send('text/html', BODY),
  '/cdn.test/endless.m3u8': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' })
    response.end(`#EXTM3U\n${'# a comment of a playlist\n'.repeat(100_000)}`)
  },
  '/cdn.test/credentials.m3u8': send('application/vnd.apple.mpegurl', CREDENTIAL_LIST),
  '/cdn.test/echo.vtt': (request, response, url) =>
    send('text/vtt', `WEBVTT ${JSON.stringify(request.headers)}`)(request, response, url),
  '/keys.test/echo.vtt': (request, response, url) =>
    send('text/vtt', `WEBVTT ${JSON.stringify(request.headers)}`)(request, response, url),
  '/cdn.test/forbidden.mp4': send('text/plain', 'no', 403),
  '/cdn.test/forbidden-to-all.mp4': send('text/plain', 'no', 403),
  '/cdn.test/gone.mp4': send('text/plain', 'no', 404),
  '/cdn.test/limit.mp4': send('text/plain', 'slow down', 429),
  '/cdn.test/page.mp4': send('text/html', '<script>1</script>'),
  '/cdn.test/picture.svg': send('image/svg+xml', '<svg onload="x()"/>'),
  '/cdn.test/wrong-range.mp4': (request, response) => {
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-range': 'bytes 5-20/1000',
      'content-length': 16,
    })
    response.end(BODY.subarray(5, 21))
  },
  '/cdn.test/no-ranges.mp4': send('video/mp4', BODY),
  '/cdn.test/unnamed.mp4': send('application/octet-stream', BODY),
  '/cdn.test/redir': redirected,
  '/media.test/redir': redirected,
  '/media.test/loop': send('text/plain', '', 302, { location: 'http://media.test/loop' }),
  '/media.test/v.mp4': file,
  '/media.test/evil.m3u8': send('application/vnd.apple.mpegurl', '#EXTM3U\nhttp://10.0.0.5/secret.ts\n'),
  '/media.test/evil.mpd': send('application/dash+xml', '<MPD><BaseURL>http://10.0.0.5/</BaseURL></MPD>'),
  '/media.test/og.html': send('text/html', '<meta property="og:video" content="http://10.0.0.5/secret.mp4">'),
  '/cdn.test/bomb.png': send('image/png', BOMB),
  '/cdn.test/loop': send('text/plain', '', 302, { location: 'https://cdn.test/loop' }),
  '/cdn.test/ranged.m3u8': (request, response) => {
    const list = '#EXTM3U\n#EXTINF:4,\na.ts\n'
    const type = { 'content-type': 'application/vnd.apple.mpegurl' }
    if (request.headers.range !== 'bytes=0-1') return void response.writeHead(200, type).end(list)
    response.writeHead(206, { ...type, 'content-range': `bytes 0-1/${list.length}` }).end(list.slice(0, 2))
  },
  '/cdn.test/master.m3u8': send('application/vnd.apple.mpegurl', PLAYLIST),
  '/cdn.test/video/index.m3u8': send('application/x-mpegURL', MEDIA_LIST),
  '/cdn.test/inside.m3u8': send('application/vnd.apple.mpegurl', '#EXTM3U\nhttp://127.0.0.1/secret.ts\n'),
  '/cdn.test/html.m3u8': send('application/vnd.apple.mpegurl', '<html></html>'),
  '/cdn.test/video/seg-1.ts': send('video/mp2t', BODY),
  '/keys.test/k': send('text/plain', 'sixteen bytes ok'),
  '/cdn.test/poster.jpg': send('image/jpeg', JPEG, 200, { 'set-cookie': 'a=1' }),
  '/cdn.test/anim.gif': send('image/gif', Buffer.from('GIF89a........')),
  '/cdn.test/html.jpg': send('image/jpeg', '<html><script>1</script></html>'),
  '/cdn.test/huge.jpg': (_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    response.end(Buffer.concat([JPEG, Buffer.alloc(6_000_000)]))
  },
}

export async function startMedia(): Promise<Server> {
  return await listen((request, response, url) => {
    if (url.pathname === '/hits')
      return void response.end(String(hits.get(url.searchParams.get('of') ?? '') ?? 0))
    if (url.pathname === '/all-hits')
      return void response.end(String([...hits.values()].reduce((a, b) => a + b, 0)))
    hits.set(url.pathname, (hits.get(url.pathname) ?? 0) + 1)
    const answer = routes[url.pathname] ?? send('text/plain', 'nothing here', 404)
    answer(request, response, url)
  })
}
