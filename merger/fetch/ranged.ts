import { setTimeout as sleep } from 'node:timers/promises'
import { request, type Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { discard, sourceFailure } from '../egress/egress.ts'
import { targetOf } from '../egress/target.ts'

const FIRST_CHUNK = 1024 ** 2
const LARGEST_CHUNK = 8 * 1024 ** 2
const SMALLEST_CHUNK = 128 * 1024
const MAX_HOPS = 5
/** Tries without a single new byte before a source counts as broken. */
const MAX_TRIES = 4
/** A source that sends nothing for this long is asked again. */
const IDLE_MS = 15_000
/** Before the first new try; doubles. */
const PAUSE_MS = 250
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const PASSED = ['content-type', 'etag', 'last-modified']

export type Opened = {
  status: number
  /** What the source says of itself, as an answer to the asked range. */
  headers: Record<string, string | number>
  /** Of the whole file in bytes; null = the source does not say. */
  size: number | null
  /** The asked bytes; throws when the source stops before all of them are there. */
  bytes: AsyncIterable<Uint8Array>
  /** Leaves the bytes unread. */
  close(): void
}

type Order = {
  dispatcher: Dispatcher
  headers: Record<string, string>
  /** The visitor's Range header. More than one range, or a malformed one, counts as none (RFC 9110, section 14.2). */
  range: string | undefined
  signal: AbortSignal
}
type Chunk = {
  status: number
  header(name: string): string | undefined
  body: Dispatcher.ResponseData['body']
}
type FetchChunk = (range: string | undefined, etag?: string) => Promise<Chunk>
type Plan = {
  fetchChunk: FetchChunk
  first: Chunk
  span: Span
  wanted: number
  length: number
  signal: AbortSignal
}
type Span = { start: number; end: number; size: number }

/**
 * Opens a source in bounded ranges that grow: some hosts refuse HEAD, open ranges or large ones, or slow them down.
 * A source that knows no ranges is passed as it is. Throws what `sourceFailure` says when nothing can be fetched.
 */
export async function openRanged(target: URL, order: Order): Promise<Opened> {
  const asked = parseRange(order.range)
  const fetchChunk = chunkFetcher(target, order)
  let length = FIRST_CHUNK
  let first = await fetchChunk(firstRange(asked, length))
  while (first.status === 403 && length > SMALLEST_CHUNK && asked.suffix === undefined) {
    drop(first)
    length /= 8
    first = await fetchChunk(firstRange(asked, length))
  }
  const span = first.status === 206 ? spanOf(first) : null
  if (first.status === 206 && !span && asked.end === undefined) {
    // Without a total nobody knows where the last chunk is; such a source has to send everything at once.
    drop(first)
    first = await fetchChunk(undefined)
  }
  if (!span) return asItIs(first, asked)
  if (asked.suffix === undefined && span.start !== asked.start) {
    drop(first)
    throw new Failure('source_failed', {
      cause: `bytes from ${span.start} instead of ${asked.start}`,
    })
  }
  const wanted = asked.suffix === undefined ? Math.min(asked.end ?? Infinity, span.size - 1) : span.size - 1
  const isWhole = !asked.given
  return {
    status: isWhole ? 200 : 206,
    headers: {
      ...described(first),
      'accept-ranges': 'bytes',
      'content-length': wanted - span.start + 1,
      ...(!isWhole && { 'content-range': `bytes ${span.start}-${wanted}/${span.size}` }),
    },
    size: span.size,
    bytes: chunks({ fetchChunk, first, span, wanted, length, signal: order.signal }),
    close: () => drop(first),
  }
}

/** Every byte from the first chunk to `wanted`, in order, out of as many requests as it takes. */
async function* chunks({
  fetchChunk,
  first,
  span,
  wanted,
  length: firstLength,
  signal,
}: Plan): AsyncGenerator<Uint8Array> {
  const etag = first.header('etag')
  let position = span.start
  let length = firstLength
  let tries = 0
  let chunk: Chunk | null = first
  while (position <= wanted) {
    const before = position
    let problem: unknown
    try {
      chunk ??= await fetchChunk(`bytes=${position}-${Math.min(position + length - 1, wanted)}`, etag)
      const found = chunk.status === 206 ? spanOf(chunk) : null
      if (found?.start === position && found.size === span.size && chunk.header('etag') === etag) {
        for await (const bytes of chunk.body as AsyncIterable<Uint8Array>) {
          const needed = bytes.subarray(0, wanted - position + 1)
          position += needed.length
          if (needed.length > 0) yield needed
        }
        length = Math.min(length * 2, LARGEST_CHUNK)
      } else {
        problem = `answer ${chunk.status} to bytes ${position}- of ${span.size}`
        drop(chunk)
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
    await sleep(PAUSE_MS * 2 ** tries, undefined, { signal })
  }
}

/** A source without ranges, a refusal, or an error: as the source said it. */
function asItIs(answer: Chunk, asked: Asked): Opened {
  const { status } = answer
  const isFile = status === 200 || status === 206
  const length = answer.header('content-length')
  const range = answer.header('content-range')
  if (!isFile) drop(answer)
  return {
    status,
    headers: {
      ...(isFile && described(answer)),
      ...(isFile && length !== undefined && { 'content-length': length }),
      ...(!isFile && { 'content-length': 0 }),
      ...((status === 206 || status === 416) && asked.given && range && { 'content-range': range }),
    },
    size: status === 200 && length ? Number(length) : null,
    bytes: isFile ? (answer.body as AsyncIterable<Uint8Array>) : nothing(),
    close: () => drop(answer),
  }
}

function chunkFetcher(target: URL, order: Order): FetchChunk {
  let url = target
  return async (range, etag) => {
    for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
      const headers: Record<string, string> = {
        'user-agent': BROWSER,
        accept: '*/*',
        ...lowered(order.headers),
        ...(range && { range }),
      }
      // A weak ETag never matches If-Range; the answer's own ETag is compared anyway.
      if (etag && !etag.startsWith('W/')) headers['if-range'] = etag
      // A cookie belongs to the site it was given for, not to where that site sends us.
      if (url.hostname !== target.hostname) delete headers.cookie
      const answer = await ask(url, order, headers)
      const location = answer.header('location')
      if (answer.status < 300 || answer.status >= 400 || !location) return answer
      drop(answer)
      if (!URL.canParse(location, url.href)) throw new Failure('unreachable')
      url = targetOf(new URL(location, url).href)
    }
    throw new Failure('unreachable')
  }
}

async function ask(url: URL, { dispatcher, signal }: Order, headers: Record<string, string>): Promise<Chunk> {
  try {
    const {
      statusCode,
      headers: said,
      body,
    } = await request(url, { dispatcher, headers, signal, bodyTimeout: IDLE_MS })
    return { status: statusCode, header: (name) => [said[name]].flat()[0], body }
  } catch (error) {
    throw sourceFailure(error)
  }
}

type Asked = { given: boolean; start: number; end?: number; suffix?: number }

function parseRange(text: string | undefined): Asked {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { given: false, start: 0 }
  if (match[1] === '') return { given: true, start: 0, suffix: Number(match[2]) }
  const [start, end] = [Number(match[1]), match[2] === '' ? undefined : Number(match[2])]
  return end !== undefined && end < start ? { given: false, start: 0 } : { given: true, start, end }
}

function firstRange({ start, end, suffix }: Asked, length: number): string {
  if (suffix !== undefined) return `bytes=-${suffix}`
  return `bytes=${start}-${Math.min(end ?? Infinity, start + length - 1)}`
}

function spanOf(chunk: Chunk): Span | null {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(chunk.header('content-range') ?? '')
  return match ? { start: Number(match[1]), end: Number(match[2]), size: Number(match[3]) } : null
}

const described = (chunk: Chunk) =>
  Object.fromEntries(PASSED.flatMap((name) => (chunk.header(name) ? [[name, chunk.header(name)!]] : [])))
const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
const drop = (chunk: Chunk) => discard(chunk.body)

async function* nothing(): AsyncGenerator<Uint8Array> {}
