import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './site.ts'
import { mediaFile, typeOf } from './media.ts'

/** Returns a response with the given body, content type, status code and additional headers. */
export function text(
  body: string | Buffer,
  type: string,
  status = 200,
  headers: Record<string, string> = {},
): Answer {
  return (_, response) => {
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    response.end(body)
  }
}

export const html = (body: string, status = 200) => text(body, 'text/html; charset=utf-8', status)
export const json = (value: unknown, status = 200) => text(JSON.stringify(value), 'application/json', status)
export const xml = (body: string) => text(body, 'application/xml; charset=utf-8')
/**
 * Returns a redirect to `to`. A hostile site puts line breaks into `to` to inject a header. Node refuses line
 * breaks in headers, so such a response is written directly to the socket.
 */
export function redirect(to: string): Answer {
  if (!/[\r\n]/.test(to)) return text('', 'text/plain', 302, { location: to })
  return (_, { socket }) => {
    socket?.end(`HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: ${to}\r\n\r\n`)
  }
}
export const refuse = (status: number, why: string): Answer => text(why, 'text/plain', status)

/**
 * Returns an HTML script element that contains JSON. Platforms embed the data of their pages in this form.
 */
export const scriptOf = (value: unknown, attributes = '') =>
  `<script ${attributes}>${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

/** Faults of an origin that serves a file. Sizes and offsets are in bytes. */
export type Fault = Partial<{
  /** Closes the connection at this offset of the file. Bytes at or after this offset are never sent. */
  cutAt: number
  /**
   * Closes every connection after this many bytes of the body. The client can request the rest with Range.
   */
  dropAfter: number
  /** Stops sending after this many bytes and keeps the connection open. */
  stallAfter: number
  /** Maximum speed in bytes per second. */
  pace: number
  /** From this offset on, sends slowly until the promise resolves. */
  held: { from: number; until: Promise<void> }
  /** Ignores Range and sends no Content-Length. */
  plain: boolean
  /**
   * Maximum length of a range in bytes. A GET request is served if its range has an end and contains at most
   * this many bytes. All other requests get status 403.
   */
  longestRange: number
  /** Sends a different ETag with every response. */
  changing: boolean
}>

/** Serves a media file, which need not exist yet. Supports Range, If-Range, ETag and HEAD (RFC 9110). */
export const file =
  (name: string, fault?: Fault, headers?: Record<string, string>): Answer =>
  (request, response) =>
    fileAt(mediaFile(name), name, fault, headers)(request, response)

export function fileAt(
  path: string,
  name: string,
  fault: Fault = {},
  headers: Record<string, string> = {},
): Answer {
  return async (request, response) => {
    const { size } = fs.statSync(path)
    const asked = fault.plain ? undefined : readRange(request.headers.range, size)
    const long = fault.longestRange && !(asked?.bounded && asked.end - asked.start < fault.longestRange)
    if (long || (fault.longestRange && request.method !== 'GET'))
      return refuse(403, 'Only short ranges with an end get a response here.')(request, response)
    if (asked && asked.start > asked.end) {
      response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
      return
    }
    const etag = fault.changing ? `"${Math.random()}"` : `"${name}-${size.toString(16)}"`
    const range = [undefined, etag].includes(request.headers['if-range'] as string | undefined)
      ? asked
      : undefined
    const [start, end] = [range?.start ?? 0, range?.end ?? size - 1]
    const facts = {
      'content-type': typeOf(name),
      etag,
      'last-modified': 'Tue, 06 Jan 2026 10:00:00 GMT',
      ...headers,
    }
    const sized = { 'accept-ranges': 'bytes', 'content-length': end - start + 1 }
    const part = range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}
    response.writeHead(range ? 206 : 200, fault.plain ? facts : { ...facts, ...sized, ...part })
    if (request.method === 'HEAD') response.end()
    else await send(response, path, start, end, fault)
  }
}

/**
 * Parses a Range header. Returns undefined when the header is missing or invalid, or contains several ranges.
 * If the range begins after the end of the file, `start` is greater than `end`.
 */
function readRange(header: string | undefined, size: number) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1, bounded: true }
  if (Number(first) >= size) return { start: 1, end: 0, bounded: true }
  return { start: Number(first), end: Math.min(last ? Number(last) : size, size - 1), bounded: last !== '' }
}

async function send(response: ServerResponse, path: string, start: number, end: number, fault: Fault) {
  const stop = Math.min(end, lastByte(fault, start))
  if (start <= stop) {
    const bytes = fs.createReadStream(path, {
      start,
      end: stop,
      highWaterMark: Math.min(65_536, fault.pace ?? 65_536),
    })
    const sent = fault.pace || fault.held ? slowed(bytes, start, fault) : bytes
    await pipeline(sent, response, { end: stop === end })
  }
  if (stop < end && fault.stallAfter === undefined) setTimeout(() => response.destroy(), 20)
}

/** So slow that a merge waits without a slot, and so fast that it is not given up. */
const HELD_PACE = 20_000

async function* slowed(bytes: AsyncIterable<Buffer>, start: number, { pace, held }: Fault) {
  let at = start
  for await (const piece of bytes) {
    yield piece
    at += piece.length
    if (pace) await sleep((piece.length / pace) * 1_000)
    if (held && at > held.from) await Promise.race([sleep((piece.length / HELD_PACE) * 1_000), held.until])
  }
}

function lastByte(fault: Fault, start: number): number {
  if (fault.cutAt !== undefined) return fault.cutAt - 1
  const after = fault.dropAfter ?? fault.stallAfter
  return after === undefined ? Infinity : start + after - 1
}
