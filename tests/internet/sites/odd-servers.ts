import fs from 'node:fs'
import { gzipSync } from 'node:zlib'
import { file, refuse } from '../answers.ts'
import { mediaFile } from '../media.ts'
import type { Answer, Site } from '../site.ts'
import { stream } from './streams.ts'

// Servers that answer for a good file in a way that browsers accept. Each is shaped after public bug reports.
// The host serves the file at https://odd-servers.example/<kind>/<name>. Some kinds count the requests for a
// path, so each test needs its own <name>.

/** Kinds that answer with the whole film. */
export const WHOLE = [
  'no-length',
  'http-1.0',
  'identity',
  'utf-8',
  'aws-chunked',
  'gzip',
  'gzip-in-name',
  'unasked-part',
  'reset',
  'no-ranges-416',
  'no-ranges-403',
  'no-ranges-400',
  'ranges-only',
  'two-types',
  'text',
  'page',
  'playlist-type',
  'two-lengths',
  'length-and-chunks',
  'bare-newlines',
  'hints',
] as const

const FILM = 'combined-360.mp4'
const SONG = 'audio.mp3'
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n'
const film = () => fs.readFileSync(mediaFile(FILM))

/** Writes the head of the answer as it is, because Node corrects or refuses such heads. */
const raw =
  (head: string, body: () => Buffer = film): Answer =>
  (_, { socket }) => {
    socket?.write(head.replaceAll('SIZE', `${film().length}`))
    socket?.end(body())
  }

/** One answer for requests with Range, another without. */
const byRange =
  (withRange: Answer, without: Answer): Answer =>
  (request, response) =>
    (request.headers.range ? withRange : without)(request, response)

/** Ends the answer without the closing message of TLS, as many servers do. */
const unclosed: Answer = (_, response) => {
  const { socket } = response
  socket?.write('HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nConnection: close\r\n\r\n')
  socket?.write(film(), () => setTimeout(() => socket.destroy(), 50))
}

const chunked = () => {
  const body = film()
  const end = Buffer.from('\r\n0\r\n\r\n')
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, end])
}

/** Sends the whole file as a part, whatever was asked. */
const wholeAsPart: Answer = (request, response) => {
  const { range } = request.headers
  if (range && range !== 'bytes=0-') return file(FILM)(request, response)
  const body = film()
  response.writeHead(206, {
    'content-type': 'video/mp4',
    'content-length': body.length,
    'content-range': `bytes 0-${body.length - 1}/${body.length}`,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const gzip: Answer = (_, response) => {
  const body = gzipSync(film())
  const headers = { 'content-type': 'video/mp4', 'content-encoding': 'gzip', 'content-length': body.length }
  response.writeHead(200, headers).end(body)
}

const kinds: Record<string, Answer> = {
  'no-length': unclosed,
  'http-1.0': raw('HTTP/1.0 200 OK\r\nContent-Type: video/mp4\r\n\r\n'),
  identity: file(FILM, {}, { 'content-encoding': 'identity' }),
  'utf-8': file(FILM, {}, { 'content-encoding': 'utf-8' }),
  'aws-chunked': file(FILM, {}, { 'content-encoding': 'aws-chunked' }),
  gzip,
  'gzip-in-name': file(FILM, { plain: true }, { 'content-encoding': 'gzip' }),
  'unasked-part': wholeAsPart,
  reset: file(FILM, { dropAfter: 100_000 }),
  'no-ranges-416': byRange(refuse(416, ''), file(FILM)),
  'no-ranges-403': byRange(refuse(403, ''), file(FILM)),
  'no-ranges-400': byRange(refuse(400, ''), file(FILM)),
  'ranges-only': byRange(file(FILM), refuse(400, '')),
  'two-types': file(FILM, {}, { 'content-type': 'video/mp4, video/mp4' }),
  text: file(FILM, {}, { 'content-type': 'text/plain; charset=utf-8' }),
  page: file(FILM, {}, { 'content-type': 'text/html' }),
  'playlist-type': file(FILM, {}, { 'content-type': 'application/vnd.apple.mpegurl' }),
  'two-lengths': raw(`${OK}Content-Length: SIZE\r\nContent-Length: SIZE\r\n\r\n`),
  'length-and-chunks': raw(`${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`, chunked),
  'bare-newlines': raw('HTTP/1.1 200 OK\nContent-Type: video/mp4\nContent-Length: SIZE\n\n'),
  hints: raw(
    `HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n${OK}Content-Length: SIZE\r\n\r\n`,
  ),
  'song-as-film': file(SONG, {}, { 'content-type': 'audio/mp4' }),
}

const visits = new Map<string, number>()
const limit: Answer = (request, response) => {
  const path = request.url ?? ''
  const visit = (visits.get(path) ?? 0) + 1
  visits.set(path, visit)
  if (visit > 1) return file(FILM)(request, response)
  response.writeHead(503, { 'retry-after': '1' }).end()
}

/** Streams of a server that minds Range: https://odd-servers.example/lists/<kind>/<path at streams.example> */
export const LISTS = ['ranges-only', 'no-ranges-416', 'no-ranges-403', 'ranges-ignored'] as const
const lists: Record<string, (answer: Answer) => Answer> = {
  'ranges-only': (answer) => byRange(answer, refuse(403, '')),
  'no-ranges-416': (answer) => byRange(refuse(416, ''), answer),
  'no-ranges-403': (answer) => byRange(refuse(403, ''), answer),
  'ranges-ignored': (answer) => (request, response) => {
    delete request.headers.range
    return answer(request, response)
  },
}

export const oddServers: Site = {
  hosts: ['odd-servers.example'],
  answer({ path }) {
    const [, kind = '', list = '', ...rest] = path.split('/')
    const listed = kind === 'lists' ? stream(`/${rest.join('/')}`) : undefined
    if (listed) return lists[list]?.(listed)
    return kind === 'retry-after' ? limit : kinds[kind]
  },
}
