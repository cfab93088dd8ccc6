import { createDecipheriv } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#contract/failure.ts'
import { codingOf } from '#contract/media-answer.ts'
import { isText } from '#contract/media-signature.ts'
import { contentRange } from './byte-range.ts'
import { bodyOf } from './decoded.ts'
import type { HttpResponse, RequestOptions } from './http-get.ts'
import { headersFor, type Link } from './link.ts'
import { getPart } from './part-answer.ts'
import { Refusal } from './response-checks.ts'
import { newPatience, Retries } from './retry-policy.ts'
import { readWhole } from '../http/read-body.ts'
import type { Address, ByteRange, Key, Part } from '#media/lists/timeline.ts'
import { uncloaked } from './cloak.ts'

/** `isText`: the parts are subtitles, which would be no media. */
type PartRequestOptions = RequestOptions & { pauseMs?: number; isText?: boolean }

type Trace = { read: (chunk: Buffer) => void; readonly endsInside: boolean }

type Wanted = Address & Pick<Part, 'mayMiss'>

const KEY_BYTES = 16

/** Requests the parts of a list with the headers of its rendition. */
export class PartRequests {
  readonly #link: Link
  readonly #options: PartRequestOptions
  readonly #patience = newPatience()
  readonly #keys = new Map<string, Promise<Buffer>>()
  /** Place of the address that worked last, such as the second BaseURL. */
  #preferred = 0
  #hasBegun = false

  constructor(link: Link, options: PartRequestOptions) {
    this.#link = link
    this.#options = options
  }

  /**
   * After a broken connection, the part continues where it ended. A part that is empty, or ends inside a unit
   * of its media, is requested once more.
   */
  async *bytes(part: Wanted, stop: AbortSignal, trace?: Trace): AsyncGenerator<Buffer> {
    const signal = AbortSignal.any([stop, this.#options.signal])
    const retries = new Retries(this.#patience, undefined, this.#options.pauseMs)
    let done = 0
    let endedAt: number | null = null
    let others = part.urls.length - 1
    let place = this.#preferred % part.urls.length
    for (;;) {
      try {
        retries.start()
        for await (const chunk of this.#from(part, place, done, signal)) {
          done += chunk.length
          trace?.read(chunk)
          yield chunk
          retries.progress(chunk.length)
        }
        if (trace && (trace.endsInside || done === 0) && endedAt !== done) {
          endedAt = done
          throw new Error('the part ended early')
        }
        this.#preferred = place
        return
      } catch (error) {
        signal.throwIfAborted()
        if (done === 0 && others > 0) {
          others--
          place = (place + 1) % part.urls.length
          continue
        }
        if (done === 0 && part.mayMiss && isMissing(error)) return
        const failure = failureIn(error)
        if (failure) throw failure
        await sleep(retries.pauseAfter(error, this.#hasBegun), undefined, { signal }).catch(() =>
          signal.throwIfAborted(),
        )
      }
    }
  }

  async start(part: Wanted, count: number, signal: AbortSignal): Promise<Buffer> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of this.bytes(part, signal)) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= count) break
    }
    return Buffer.concat(chunks)
  }

  async *#from(part: Address, place: number, done: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    // A cloak or a cipher has no place to continue at, so such a part is read again from its start.
    const isPlain = part.key === null && part.range !== null
    const at = isPlain ? done : 0
    const body = this.#body(part.urls[place]!, shifted(part.range, at), signal, part.mayEnd)
    const clear = part.key ? decrypted(body, await this.#key(part.key, signal), part.key) : body
    let skip = done - at
    for await (const chunk of this.#media(clear, at === 0)) {
      if (chunk.length > skip) yield chunk.subarray(skip)
      skip = Math.max(0, skip - chunk.length)
    }
  }

  #media(bytes: AsyncGenerator<Buffer>, isStart: boolean): AsyncGenerator<Buffer> {
    if (this.#options.isText) return bytes
    return uncloaked(isStart ? mediaOnly(bytes) : bytes, isStart)
  }

  async *#body(
    url: string,
    range: ByteRange | null,
    signal: AbortSignal,
    mayEnd = false,
  ): AsyncGenerator<Buffer> {
    const answer = await this.#get(url, range, signal)
    try {
      if (answer.status !== 200 && !(range && answer.status === 206)) throw new Refusal(answer)
      this.#hasBegun = true
      yield* range ? rangeIn(answer, range, mayEnd) : bodyOf(answer)
    } finally {
      answer.body.destroy()
    }
  }

  #key(key: Key, signal: AbortSignal): Promise<Buffer> {
    const known = this.#keys.get(key.url) ?? this.#fetchKey(key.url, signal)
    this.#keys.set(key.url, known)
    known.catch(() => this.#keys.delete(key.url))
    return known
  }

  async #fetchKey(url: string, signal: AbortSignal): Promise<Buffer> {
    const key = /^data:/i.test(url)
      ? Buffer.from(await (await fetch(url)).arrayBuffer())
      : await this.#small(url, signal)
    if (key.length !== KEY_BYTES) throw new Failure('drm', { cause: `a key of ${key.length} bytes` })
    return key
  }

  async #small(url: string, signal: AbortSignal): Promise<Buffer> {
    const answer = await this.#get(url, null, signal)
    if (answer.status !== 200) throw new Refusal(answer)
    return readWhole(answer.body as AsyncIterable<Buffer>, 64 * 1024)
  }

  #get(url: string, range: ByteRange | null, signal: AbortSignal): Promise<HttpResponse> {
    return getPart(url, headersFor(this.#link, url), range, { ...this.#options, signal })
  }
}

const SPACE = 0x20

/** Some servers answer with a page, such as a login, as if it were the part. */
async function* mediaOnly(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of bytes) {
    const isPage = isFirst && chunk.some((byte) => byte > SPACE) && isText(chunk)
    if (isPage)
      throw new Failure(isSubtitles(chunk) ? 'no_media' : 'source_failed', {
        cause: 'text in place of a part',
      })
    isFirst = false
    yield chunk
  }
}

/** A list of a film's subtitles looks like that of its picture. */
const isSubtitles = (start: Buffer) => /^\ufeff?WEBVTT/.test(start.toString('utf8', 0, 16))

const isMissing = (error: unknown) => error instanceof Refusal && [404, 410].includes(error.status)

const shifted = (range: ByteRange | null, by: number): ByteRange | null =>
  range && { start: range.start + by, length: range.length === null ? null : range.length - by }

/** Of a server without ranges, which sends the bytes before a part too. */
const MOST_SKIPPED = 8 * 1024 ** 2

async function* rangeIn(
  answer: HttpResponse,
  { start, length }: ByteRange,
  mayEnd: boolean,
): AsyncGenerator<Buffer> {
  const from = answer.status === 206 ? contentRange(answer.headers['content-range'])?.start : 0
  let skip = start - (from ?? Infinity)
  if (skip < 0 || skip > MOST_SKIPPED || codingOf(answer.headers['content-encoding']))
    throw new Failure('source_failed', { cause: 'another range of a part' })
  let left = length ?? Infinity
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    const wanted = chunk.subarray(skip, skip + left)
    skip = Math.max(0, skip - chunk.length)
    left -= wanted.length
    yield wanted
    if (left === 0) return
  }
  if (length !== null && !mayEnd) throw new Error('the part ended early')
}

/**
 * RFC 8216, section 4.3.2.4: AES-128 in CBC mode with the padding of PKCS #7. Some packagers write none, and
 * players accept it.
 */
async function* decrypted(
  body: AsyncIterable<Buffer>,
  key: Buffer,
  { iv, sequence }: Key,
): AsyncGenerator<Buffer> {
  const counter = Buffer.alloc(16)
  counter.writeBigUInt64BE(BigInt(sequence), 8)
  const cipher = createDecipheriv('aes-128-cbc', key, iv === null ? counter : Buffer.from(iv, 'hex'))
  cipher.setAutoPadding(false)
  let last: Buffer = Buffer.alloc(0)
  for await (const chunk of body) {
    const clear = Buffer.concat([last, cipher.update(chunk)])
    last = clear.subarray(-BLOCK)
    yield clear.subarray(0, -BLOCK)
  }
  cipher.final()
  yield withoutPadding(last)
}

const BLOCK = 16

function withoutPadding(block: Buffer): Buffer {
  const count = block.at(-1) ?? 0
  const isPadding = count > 0 && count <= block.length && block.subarray(-count).every((one) => one === count)
  return isPadding ? block.subarray(0, -count) : block
}

function failureIn(error: unknown): Failure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Failure) return cause
  return undefined
}
