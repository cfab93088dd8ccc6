import { createReadStream, readFileSync, statSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { media, mediaFolder } from './media.ts'

/** How an origin misbehaves, by the first part of its paths: `/drop/video.mp4`. */
export type Fault = (request: Asked, response: ServerResponse) => void
export type Asked = {
  file: string
  size: number
  start: number
  end: number
  isRange: boolean
  /** How often this very path was asked for, from 1. */
  count: number
  query: URLSearchParams
  headers: IncomingMessage['headers']
}

/** Sends what was asked for, or only its first `limit` bytes. */
export function send(asked: Asked, response: ServerResponse, limit = Infinity, whenCut?: () => void): void {
  const { file, size, start, end, isRange } = asked
  response.writeHead(isRange ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': end - start + 1,
    etag: `"${size}"`,
    ...(isRange ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  })
  if (end - start + 1 <= limit) return void createReadStream(file, { start, end }).pipe(response)
  const cut = createReadStream(file, { start, end: start + limit - 1 })
  cut.pipe(response, { end: false })
  cut.on('end', () => setTimeout(() => whenCut?.(), 30))
}

const refuse = (response: ServerResponse, status: number, headers: Record<string, string> = {}) => {
  response.writeHead(status, headers)
  response.end(`status ${status}`)
}

/** The ways of an origin; each is a row of the fault list. */
export const faults: Record<string, Fault> = {
  plain: send,
  'no-ranges': (asked, response) =>
    send({ ...asked, isRange: false, start: 0, end: asked.size - 1 }, response),
  'no-ranges-cut': (asked, response) =>
    send({ ...asked, isRange: false, start: 0, end: asked.size - 1 }, response, 300_000, () =>
      response.destroy(),
    ),
  drop: (asked, response) => send(asked, response, 400_000, () => response.destroy()),
  stall: (asked, response) => (asked.count === 2 ? send(asked, response, 100_000) : send(asked, response)),
  dead: () => undefined,
  hang: (asked, response) => (asked.start > 0 ? send(asked, response, 100_000) : send(asked, response)),
  cut: (asked, response) => {
    const rest = 1_300_000 - asked.start
    if (rest > 0) send(asked, response, rest, () => response.destroy())
    else response.destroy()
  },
  'wrong-length': (asked, response) =>
    send(asked.count > 1 ? { ...asked, size: asked.size + 1_000 } : asked, response),
  changed: (asked, response) => {
    if (asked.count > 1) response.setHeader('x-changed', 'yes')
    if (asked.count > 1) send({ ...asked, isRange: false, start: 0, end: asked.size - 1 }, response)
    else send(asked, response)
  },
  html: (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Please log in</title>')
  },
  'html-as-media': (_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' })
    response.end('<!doctype html><title>Please log in</title>'.padEnd(5_000))
  },
  expiring: (asked, response) =>
    asked.query.get('fresh') === null && asked.count > 2 ? refuse(response, 403) : send(asked, response),
  'expiring-gone': (asked, response) =>
    asked.query.get('fresh') === null && asked.count > 2 ? refuse(response, 410) : send(asked, response),
  expired: (_, response) => refuse(response, 403),
  withheld: (_, response) => refuse(response, 451),
  'short-ranges-only': (asked, response) =>
    asked.end - asked.start + 1 > 1024 ** 2 ? refuse(response, 403) : send(asked, response),
  missing: (_, response) => refuse(response, 404),
  hiccup: (asked, response) => (asked.count % 2 === 1 ? refuse(response, 500) : send(asked, response)),
  reset: (asked, response) => (asked.count % 2 === 1 ? response.destroy() : send(asked, response)),
  outgrown: (asked, response) =>
    asked.count === 3 ? refuse(response, 416, { 'content-range': 'bytes */1' }) : send(asked, response),
  // Sends the whole to whoever names the very ETag it has just given.
  'deaf-to-conditions': (asked, response) =>
    asked.headers['if-range']
      ? send({ ...asked, isRange: false, start: 0, end: asked.size - 1 }, response)
      : send(asked, response),
  packed: (_, response) => {
    const body = gzipSync('media '.repeat(1_000))
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length })
    response.end(body)
  },
  limited: (asked, response) =>
    asked.count === 2 ? refuse(response, 429, { 'retry-after': '1' }) : send(asked, response),
  resting: (asked, response) =>
    asked.count === 2 ? refuse(response, 503, { 'retry-after': '1' }) : send(asked, response),
  // An origin whose clock is ten minutes ahead names a time that has come for itself in a second.
  'limited-by-date': (asked, response) => {
    const date = (ms: number) => new Date(Date.now() + 600_000 + ms).toUTCString()
    if (asked.count === 2) refuse(response, 429, { date: date(0), 'retry-after': date(1_000) })
    else send(asked, response)
  },
  'limited-for-long': (_, response) => refuse(response, 429, { 'retry-after': '3600' }),
  endless: (_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 5 * 1024 ** 4 })
    response.write(Buffer.alloc(100_000, 1))
  },
  cookie: (asked, response) =>
    asked.headers.cookie === 'token=1' && asked.headers.referer === 'https://site.example/'
      ? send(asked, response)
      : refuse(response, 403),
  moved: (asked, response) =>
    refuse(response, 302, { location: `/plain/${path.relative(mediaFolder, asked.file)}` }),
  'moved-away': (asked, response) =>
    refuse(response, 302, {
      location: `http://localhost:${response.req.socket.localPort}/seen/${path.basename(asked.file)}`,
    }),
  seen: (asked, response) => (asked.headers.cookie ? refuse(response, 403) : send(asked, response)),
  slow: (asked, response) => setTimeout(() => send(asked, response), 250),
}

export type Origin = { url: (name: string) => string; asked: string[]; close(): Promise<void> }

/** A media origin on loopback with ranges, ETags and faults. */
export async function startOrigin(port: number): Promise<Origin> {
  const counts = new Map<string, number>()
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://origin')
    const [, way = '', ...rest] = url.pathname.split('/')
    const name = rest.join('/')
    const count = (counts.get(url.pathname) ?? 0) + 1
    counts.set(url.pathname, count)
    asked.push(`${url.pathname} ${request.headers.range ?? ''}`)
    const isSegment = /\.(ts|m4s)$|init|cut-short|jumping/.test(name)
    const file = isSegment ? path.join(mediaFolder, name) : media(name)
    if (/\.(m3u8|mpd)$/.test(name)) return void response.end(readFileSync(file))
    const { size } = statSync(file)
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = to ? Math.min(Number(to), size - 1) : size - 1
    const fault = faults[way]
    if (!fault || start >= size) return refuse(response, fault ? 416 : 404)
    fault(
      {
        file,
        size,
        start,
        end,
        isRange: from !== undefined,
        count,
        query: url.searchParams,
        headers: request.headers,
      },
      response,
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: (name) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
