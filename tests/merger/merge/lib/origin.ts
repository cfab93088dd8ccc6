import { createReadStream, readFileSync, statSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { media, mediaFolder } from './media.ts'

/**
 * Writes a response with a fault. The URL names the fault in its first path segment, as in `/drop/video.mp4`.
 */
type Fault = (request: OriginRequest, response: ServerResponse) => void
type OriginRequest = {
  file: string
  size: number
  start: number
  end: number
  isRange: boolean
  /** Number of requests for this path, including this one. */
  count: number
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** Resolves when the test lets the origin send everything. */
  released: Promise<void>
}

/** Sends the requested range, or only its first `limit` bytes. */
function send(
  asked: OriginRequest,
  response: ServerResponse,
  {
    limit = Infinity,
    whenCut,
    etag,
  }: { limit?: number; whenCut?: () => void; etag?: string | undefined } = {},
): void {
  const { file, size, start, end, isRange } = asked
  response.writeHead(isRange ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': end - start + 1,
    etag: etag ?? `"${size}"`,
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

/** All faults by name. docs/faults.md lists the required outcome of each fault. */
export const faults: Record<string, Fault> = {
  plain: (asked, response) => send(asked, response),
  'no-ranges': (asked, response) =>
    send({ ...asked, isRange: false, start: 0, end: asked.size - 1 }, response),
  'no-ranges-cut': (asked, response) =>
    send({ ...asked, isRange: false, start: 0, end: asked.size - 1 }, response, {
      limit: 300_000,
      whenCut: () => response.destroy(),
    }),
  // Sends the whole file without Content-Length, so Node sends a chunked body.
  chunked: (asked, response) => void createReadStream(asked.file).pipe(response),
  'chunked-cut': (asked, response) => {
    createReadStream(asked.file, { end: 99_999 })
      .on('end', () => setTimeout(() => response.destroy(), 30))
      .pipe(response, { end: false })
  },
  drop: (asked, response) => send(asked, response, { limit: 400_000, whenCut: () => response.destroy() }),
  stall: (asked, response) =>
    asked.count === 2 ? send(asked, response, { limit: 100_000 }) : send(asked, response),
  silent: () => undefined,
  // Sends 100 bytes every 20 ms.
  trickle: (asked, response) => {
    const bytes = readFileSync(asked.file).subarray(asked.start, asked.end + 1)
    send(asked, response, { limit: 1 })
    let sent = 1
    const timer = setInterval(() => response.write(bytes.subarray(sent, (sent += 100))), 20)
    response.on('close', () => clearInterval(timer))
  },
  hang: (asked, response) =>
    asked.start > 0 ? send(asked, response, { limit: 100_000 }) : send(asked, response),
  cut: (asked, response) => {
    const rest = 1_300_000 - asked.start
    if (rest > 0) send(asked, response, { limit: rest, whenCut: () => response.destroy() })
    else response.destroy()
  },
  'wrong-length': (asked, response) =>
    send(asked.count > 1 ? { ...asked, size: asked.size + 1_000 } : asked, response),
  // Sends another ETag from the second request on, and ignores If-Range.
  replaced: (asked, response) => {
    const etag = asked.count > 1 ? '"other"' : undefined
    send(asked, response, { etag })
  },
  changed: (asked, response) => {
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
  'legal-block': (_, response) => refuse(response, 451),
  'short-ranges-only': (asked, response) =>
    asked.end - asked.start + 1 > 1024 ** 2 ? refuse(response, 403) : send(asked, response),
  missing: (_, response) => refuse(response, 404),
  hiccup: (asked, response) => (asked.count % 2 === 1 ? refuse(response, 500) : send(asked, response)),
  reset: (asked, response) => (asked.count % 2 === 1 ? response.destroy() : send(asked, response)),
  'unsatisfiable-range': (asked, response) =>
    asked.count === 3 ? refuse(response, 416, { 'content-range': 'bytes */1' }) : send(asked, response),
  // Sends the whole file in response to If-Range, although the ETag has not changed.
  'ignores-if-range': (asked, response) =>
    asked.headers['if-range']
      ? send({ ...asked, isRange: false, start: 0, end: asked.size - 1 }, response)
      : send(asked, response),
  gzip: (_, response) => {
    const body = gzipSync('media '.repeat(1_000))
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length })
    response.end(body)
  },
  'too-many-requests': (asked, response) =>
    asked.count === 2 ? refuse(response, 429, { 'retry-after': '1' }) : send(asked, response),
  unavailable: (asked, response) =>
    asked.count === 2 ? refuse(response, 503, { 'retry-after': '1' }) : send(asked, response),
  // The clock of this origin is ten minutes ahead, and Retry-After contains a date of this clock. So a client
  // must compute the time to wait as Retry-After minus Date, and not use its own clock.
  'too-many-requests-until-date': (asked, response) => {
    const date = (ms: number) => new Date(Date.now() + 600_000 + ms).toUTCString()
    if (asked.count === 2) refuse(response, 429, { date: date(0), 'retry-after': date(1_000) })
    else send(asked, response)
  },
  'too-many-requests-for-an-hour': (_, response) => refuse(response, 429, { 'retry-after': '3600' }),
  'five-terabytes': (_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 5 * 1024 ** 4 })
    response.write(Buffer.alloc(100_000, 1))
  },
  cookie: (asked, response) =>
    asked.headers.cookie === 'token=1' && asked.headers.referer === 'https://site.example/'
      ? send(asked, response)
      : refuse(response, 403),
  moved: (asked, response) =>
    refuse(response, 302, { location: `/plain/${path.relative(mediaFolder, asked.file)}` }),
  'moved-to-other-host': (asked, response) =>
    refuse(response, 302, {
      location: `http://localhost:${response.req.socket.localPort}/without-cookie/${path.basename(asked.file)}`,
    }),
  'without-cookie': (asked, response) =>
    asked.headers.cookie ? refuse(response, 403) : send(asked, response),
  slow: (asked, response) => setTimeout(() => send(asked, response), 250),
  // Sends the bytes of the file behind the offset `from` when the test releases them.
  held: (asked, response) => {
    const { file, start, end, query, released } = asked
    const from = Math.max(Number(query.get('from')), start + 1)
    const rest = () => createReadStream(file, { start: from, end }).pipe(response)
    send(asked, response, { limit: from - start, whenCut: () => void released.then(rest) })
  },
}

export type Origin = {
  url: (name: string) => string
  /** Path and Range header of every request. */
  requests: string[]
  /** Paths that were requested with a cookie. */
  pathsWithCookies: string[]
  /** Holds sources back until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

/** Starts a media origin on loopback with ranges, ETags and faults. */
export async function startOrigin(port: number): Promise<Origin> {
  const counts = new Map<string, number>()
  const requests: string[] = []
  const pathsWithCookies: string[] = []
  let released = Promise.resolve()
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://origin')
    const [, faultName = '', ...rest] = url.pathname.split('/')
    const name = rest.join('/')
    const count = (counts.get(url.pathname) ?? 0) + 1
    counts.set(url.pathname, count)
    requests.push(`${url.pathname} ${request.headers.range ?? ''}`)
    if (request.headers.cookie) pathsWithCookies.push(url.pathname)
    const isSegment = /\.(ts|m4s)$|init|cut-short|jumping|crafted|no-index/.test(name)
    const file = isSegment ? path.join(mediaFolder, name) : media(name)
    if (/\.(m3u8|mpd)$/.test(name)) return void response.end(readFileSync(file))
    const { size } = statSync(file)
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = to ? Math.min(Number(to), size - 1) : size - 1
    const fault = faults[faultName]
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
        released,
      },
      response,
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: (name) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    requests,
    pathsWithCookies,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      released = promise
      return resolve
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
