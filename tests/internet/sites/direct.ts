import { file, html, redirect, refuse, text } from '../answers.ts'
import type { Answer, Site } from '../site.ts'

// Links to media files as CDNs and hosts of podcasts have them: they redirect to an address that works once,
// or they name the file only in a header.

const used = new Set<string>()
let tickets = 0
let visits = 0
let asked = 0
let dated = 0
let crowded = 0
let away = 0
const limited = (retryAfter: string) => text('', 'text/plain', 429, { 'retry-after': retryAfter })

const served = (name: string, headers: Record<string, string> = {}) => file(name, {}, headers)
const named = (disposition: string) =>
  served('audio.mp3', { 'content-type': 'audio/mpeg', 'content-disposition': disposition })
const toCdn = (path: string) => redirect(`https://files.short-lived.example${path}`)

const station =
  (head: string): Answer =>
  (_, { socket }) => {
    socket?.write(`${head}\r\nContent-Type: audio/mpeg\r\n\r\n`)
    socket?.write(Buffer.alloc(40_000))
  }

/** Trackers that count the listeners of a podcast, each with a redirect to the next. */
const counted = (trackers: number): Record<string, () => Answer> =>
  Object.fromEntries(
    Array.from({ length: trackers }, (_, at) => [
      `/counted/${at}.mp3`,
      () => redirect(at === 0 ? 'https://cdn.example/audio.mp3' : `/counted/${at - 1}.mp3`),
    ]),
  )

const paths: Record<string, () => Answer> = {
  '/once.mp3': () => toCdn(`/once/${++tickets}/5f3a.mp3`),
  '/feed/episode': () => toCdn(`/once/${++tickets}/5f3a.mp3`),
  '/moved/combined-360.mp4': () => toCdn('/moved/combined-360.mp4'),
  '/to-http.mp3': () => redirect('http://files.short-lived.example/plain/audio.mp3'),
  '/inside.mp4': () => redirect('http://private.test/secret.mp4'),
  // The link of the first visit works once, those of later visits last.
  '/dying': () =>
    html(
      `<title>A page</title><video src="https://files.short-lived.example/${visits++ === 0 ? 'once' : 'moved'}/dying.mp4"></video>`,
    ),
  ...counted(9),
  '/clip[1](2).mp4': () => served('combined-360.mp4'),
  '/河流.mp4': () => served('combined-360.mp4'),
  '/titled.mkv': () => served('titled.mkv'),
  '/limited.mp3': () => (asked++ === 0 ? limited('1') : named('inline')),
  '/limited-date.mp3': () =>
    dated++ === 0 ? limited(new Date(Date.now() + 2_000).toUTCString()) : named('inline'),
  '/crowded.mp3': () =>
    crowded++ === 0 ? text('', 'text/plain', 503, { 'retry-after': '1' }) : named('inline'),
  '/briefly-away.mp3': () => (away++ === 0 ? text('', 'text/plain', 503) : named('inline')),
  '/limited-long.mp3': () => limited('60'),
  '/limited-always.mp3': () => limited('1'),
  '/station': () => station('HTTP/1.0 200 OK\r\nicy-br: 128'),
  '/station.mp3': () => station('ICY 200 OK\r\nicy-name: A station'),
  '/to-itpc': () => redirect('itpc://direct.example/feed.xml'),
  '/dl/get': () => named("attachment; filename*=UTF-8''%E6%B2%B3%E6%B5%81%20(live).mp3"),
  '/dl/both': () => named(`attachment; filename="x.mp3"; filename*=UTF-8''Caf%C3%A9.mp3`),
  '/dl/raw': () => named(`attachment; filename="${Buffer.from('Пример.mp3').toString('latin1')}"`),
  '/dl/marks': () => named(`attachment; filename*=UTF-8''a${'%CC%81'.repeat(400)}.mp3`),
  '/dl/path': () => named('attachment; filename="../../etc/A song.mp3"'),
  '/dl/single': () => named("attachment; filename='A song.mp3'"),
  '/dl/query': () => named('attachment;filename="A song.mp3?dest-id=754182"'),
  '/dl/mail': () => named('attachment; filename="=?UTF-8?B?Q2Fmw6kubXAz?="'),
  '/dl/entity': () => named('attachment; filename="A &amp; B.mp3"'),
  '/dl/empty': () => named('attachment; filename=""'),
  '/feed.xml': () =>
    text(
      `<rss version="2.0"><channel><title>Made-up Show</title><item><title>Signed</title><enclosure url="https://direct.example/feed/episode" type="audio/mpeg" length="1"/></item></channel></rss>`,
      'application/rss+xml',
    ),
}

export const direct: Site = { hosts: ['direct.example'], answer: ({ path }) => paths[decodeURI(path)]?.() }

export const shortLived: Site = {
  hosts: ['files.short-lived.example'],
  answer({ path }) {
    const [, kind] = path.split('/')
    if (kind === 'moved') return served('combined-360.mp4')
    if (kind === 'plain') return served('audio.mp3')
    if (used.has(path)) return refuse(403, 'used')
    used.add(path)
    return served(path.endsWith('.mp4') ? 'combined-360.mp4' : 'audio.mp3')
  },
}
