import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { discard, sourceFailure } from '../egress/egress.ts'
import { publicUrl } from '../egress/public-url.ts'
import { headersFor, lowerCaseNames, type Link } from './link.ts'
import { get, type HttpResponse } from './request.ts'

const FIRST_CHUNK = 1024 ** 2
const LARGEST_CHUNK = 8 * 1024 ** 2
const SMALLEST_CHUNK = 128 * 1024
/** Requests in a row without a new byte after which a source counts as broken. */
const MAX_TRIES = 4
/** Milliseconds without a byte after which the chunk is requested again. */
const IDLE_MS = 15_000
/** Milliseconds before the first retry. Doubles with each retry. */
const PAUSE_MS = 250
/** Response headers of the source that the relay passes on. */
const PASSED = ['content-type', 'etag', 'last-modified']

export type Opened = {
  status: number
  /** Headers for the response to the requested range. */
  headers: Record<string, string | number>
  /** Bytes of the whole file; null = the source does not say. */
  size: number | null
  /** The requested bytes. Throws when the source stops before all of them have arrived. */
  bytes: AsyncIterable<Uint8Array>
  /** Discards the body. */
  close(): void
}

type RangedOptions = {
  dispatcher: Dispatcher
  headers: Record<string, string>
  /**
   * The visitor's Range header. Several ranges or an invalid header count as none (RFC 9110, section 14.2).
   */
  range: string | undefined
  signal: AbortSignal
  /** Milliseconds without a byte after which a chunk is requested again; `IDLE_MS` when absent. */
  idleMs?: number
}
type FetchChunk = (range: string | undefined, etag?: string) => Promise<HttpResponse>
type Span = { start: number; end: number; size: number }
type ChunkPlan = {
  fetchChunk: FetchChunk
  first: HttpResponse
  span: Span
  /** Last byte to send. */
  last: number
  length: number
  signal: AbortSignal
}

/**
 * Opens a file in bounded ranges that grow from 1 to 8 MiB: some hosts refuse HEAD, open-ended ranges or long
 * ones, or throttle them. Passes the response of a host without ranges on as it is. Throws the Failures of
 * `sourceFailure` when the first request fails.
 */
export async function openRanged(target: URL, options: RangedOptions): Promise<Opened> {
  const requested = parseRange(options.range)
  const fetchChunk = chunkFetcher(target, options)
  let length = FIRST_CHUNK
  let first = await fetchChunk(firstRange(requested, length))
  // Some hosts refuse long ranges with 403.
  while (first.status === 403 && length > SMALLEST_CHUNK && requested.suffix === undefined) {
    discard(first.body)
    length /= 8
    first = await fetchChunk(firstRange(requested, length))
  }
  const span = first.status === 206 ? spanOf(first) : null
  if (first.status === 206 && !span && requested.end === undefined) {
    // Without a total size the last chunk is unknown, so the whole file is requested at once.
    discard(first.body)
    first = await fetchChunk(undefined)
  }
  if (!span) return passThrough(first, requested)
  if (requested.suffix === undefined && span.start !== requested.start) {
    discard(first.body)
    throw new Failure('source_failed', {
      cause: `bytes from ${span.start} instead of ${requested.start}`,
    })
  }
  const last =
    requested.suffix === undefined ? Math.min(requested.end ?? Infinity, span.size - 1) : span.size - 1
  const isWhole = !requested.isRange
  return {
    status: isWhole ? 200 : 206,
    headers: {
      ...passedHeaders(first),
      'accept-ranges': 'bytes',
      'content-length': last - span.start + 1,
      ...(!isWhole && { 'content-range': `bytes ${span.start}-${last}/${span.size}` }),
    },
    size: span.size,
    bytes: chunks({ fetchChunk, first, span, last, length, signal: options.signal }),
    close: () => discard(first.body),
  }
}

/**
 * Every byte from the first chunk to `last`, in order. Throws `source_failed` when the file changes or tries
 * run out.
 */
async function* chunks({ fetchChunk, first, span, last, ...plan }: ChunkPlan): AsyncGenerator<Uint8Array> {
  const { etag } = first.headers
  let { length } = plan
  let position = span.start
  let tries = 0
  let chunk: HttpResponse | null = first
  while (position <= last) {
    const before = position
    let problem: unknown
    try {
      chunk ??= await fetchChunk(`bytes=${position}-${Math.min(position + length - 1, last)}`, etag)
      const found = chunk.status === 206 ? spanOf(chunk) : null
      if (found?.start === position && found.size === span.size && chunk.headers.etag === etag) {
        for await (const bytes of chunk.body as AsyncIterable<Uint8Array>) {
          const needed = bytes.subarray(0, last - position + 1)
          position += needed.length
          if (needed.length > 0) yield needed
        }
        length = Math.min(length * 2, LARGEST_CHUNK)
      } else {
        problem = `answer ${chunk.status} to bytes ${position}- of ${span.size}`
        discard(chunk.body)
        if (chunk.status !== 403 && chunk.status !== 429 && chunk.status < 500) tries = MAX_TRIES
      }
    } catch (error) {
      problem = error
    }
    chunk = null
    if (position > before) {
      tries = 0
      continue
    }
    tries += 1
    if (tries >= MAX_TRIES) throw new Failure('source_failed', { cause: problem })
    length = Math.max(SMALLEST_CHUNK, Math.floor(length / 4))
    await sleep(PAUSE_MS * 2 ** tries, undefined, { signal: plan.signal })
  }
}

/** The response of a source without ranges, or its refusal, which loses its body. */
function passThrough(answer: HttpResponse, requested: RequestedRange): Opened {
  const { status } = answer
  const isFile = status === 200 || status === 206
  const length = answer.headers['content-length']
  const range = answer.headers['content-range']
  if (!isFile) discard(answer.body)
  return {
    // RFC 9110 (section 15) defines 100 to 599, but Node reads any three digits.
    status: status >= 200 && status <= 599 ? status : 502,
    headers: {
      ...(isFile && passedHeaders(answer)),
      ...(isFile && length !== undefined && { 'content-length': length }),
      ...(!isFile && { 'content-length': 0 }),
      ...((status === 206 || status === 416) && requested.isRange && range && { 'content-range': range }),
    },
    size: status === 200 && length ? Number(length) : null,
    bytes: isFile ? (answer.body as AsyncIterable<Uint8Array>) : nothing(),
    close: () => discard(answer.body),
  }
}

/** Requests ranges of one file. Requests after a redirect go straight to where it led. */
function chunkFetcher(target: URL, options: RangedOptions): FetchChunk {
  let link: Link = { url: target.href, headers: lowerCaseNames(options.headers) }
  return async (range, etag) => {
    // A weak ETag never matches If-Range (RFC 9110, section 13.1.5). The ETag of each response is compared
    // anyway.
    const condition: Record<string, string> = etag && !etag.startsWith('W/') ? { 'if-range': etag } : {}
    try {
      const answer = await get(
        link.url,
        { ...link.headers, ...(range && { range }), ...condition },
        {
          dispatcher: options.dispatcher,
          signal: options.signal,
          silenceMs: options.idleMs ?? IDLE_MS,
          parseRedirect: publicUrl,
        },
      )
      link = { url: answer.url, headers: headersFor(link, answer.url) }
      return answer
    } catch (error) {
      throw sourceFailure(error)
    }
  }
}

type RequestedRange = { isRange: boolean; start: number; end?: number; suffix?: number }

function parseRange(text: string | undefined): RequestedRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { isRange: false, start: 0 }
  if (match[1] === '') return { isRange: true, start: 0, suffix: Number(match[2]) }
  const [start, end] = [Number(match[1]), match[2] === '' ? undefined : Number(match[2])]
  return end !== undefined && end < start ? { isRange: false, start: 0 } : { isRange: true, start, end }
}

/** The Range header of the first request, at most `length` bytes long. */
function firstRange({ start, end, suffix }: RequestedRange, length: number): string {
  if (suffix !== undefined) return `bytes=-${suffix}`
  return `bytes=${start}-${Math.min(end ?? Infinity, start + length - 1)}`
}

/** The Content-Range of a response; null when it is invalid or lacks the total size. */
function spanOf(answer: HttpResponse): Span | null {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers['content-range'] ?? '')
  if (!match) return null
  const [start, end, size] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return Number.isSafeInteger(size) && start <= end && end < size ? { start, end, size } : null
}

const passedHeaders = (answer: HttpResponse) =>
  Object.fromEntries(PASSED.flatMap((name) => (answer.headers[name] ? [[name, answer.headers[name]]] : [])))

async function* nothing(): AsyncGenerator<Uint8Array> {}
