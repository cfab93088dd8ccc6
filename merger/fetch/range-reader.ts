import { Failure } from '#contract/failure.ts'
import {
  codingOf,
  contentLength,
  isChunked,
  isBehindEnd,
  isMedia,
  mayMindRange,
  plainType,
} from '#contract/media-answer.ts'
import { discard } from '../egress/egress.ts'
import { decoded } from './decoded.ts'
import type { Span } from '#media/spans.ts'
import { contentRange, FIRST_RANGE, growingSpans, type WantedRange } from './byte-range.ts'
import type { Feed } from './feed.ts'
import { inOrder } from './lanes.ts'
import { LeastRate, type RateLimits } from './least-rate.ts'
import type { Link } from './link.ts'
import {
  assertWithin,
  exactBytes,
  RangeRequests,
  shorterThan,
  type RangeRequest,
  type RangeRequestOptions,
} from './range-requests.ts'
import type { HttpResponse } from './http-get.ts'
import { Refusal } from './response-checks.ts'
import type { Retries } from './retry-policy.ts'

const HEAD_BYTES = 64 * 1024

export type RangeReaderOptions = RangeRequestOptions & {
  /** If it is 1, the next range is requested only when the caller needs its bytes. */
  lanes: number
  range?: WantedRange | undefined
  readsHead?: boolean
  /** Of the first request; `FIRST_RANGE` by default. */
  firstBytes?: number | undefined
  /** Retries with a shorter range or a fresh link do not count. */
  openingTries?: number
  maxBytes?: number
  /** The file may be larger than `maxBytes`, as long as its server sends ranges. */
  readsParts?: boolean
  onBytes?: (count: number) => void
  leastRate?: RateLimits
}

type FileRange = Span & { total: number }

const lengthOf = ({ headers }: HttpResponse) =>
  contentLength(headers['content-length'], headers['transfer-encoding'])
const isEncoded = ({ headers }: HttpResponse) => codingOf(headers['content-encoding']) !== null
/** A server may refuse only long ranges with 403. */
const refusesRanges = ({ status, headers }: HttpResponse, { header, start, length }: RangeRequest) =>
  mayMindRange(status) &&
  header !== undefined &&
  !isBehindEnd(start, headers['content-range']) &&
  (status !== 403 || shorterThan(length) === undefined)

/** If the file changes meanwhile, fails instead of joining bytes of two versions. */
export class RangeReader implements Feed {
  headers: HttpResponse['headers'] = {}
  size: number | null = null
  isExact = false
  head: Buffer = Buffer.alloc(0)
  /** `end` is Infinity while the size of the file is unknown. */
  start = 0
  end = Infinity
  #wholeBody: AsyncIterator<Buffer> | null = null
  #opening: { range: Span; body: HttpResponse['body'] } | null = null
  readonly #requests: RangeRequests
  readonly #rate: LeastRate
  readonly #signal: AbortSignal
  readonly #options: RangeReaderOptions

  private constructor(link: Link, options: RangeReaderOptions) {
    this.#options = options
    this.#rate = new LeastRate(options.leastRate ?? { bytesPerSecond: 0, windowMs: 60_000 })
    this.#signal = AbortSignal.any([options.signal, this.#rate.signal])
    this.#requests = new RangeRequests(link, this.#rate, options)
  }

  /** If the server responds with a status other than 200 and 206, the cause of the Failure is a `Refusal`. */
  static async open(link: Link, options: RangeReaderOptions): Promise<RangeReader> {
    const file = new RangeReader(link, options)
    await file.#rate.wait(file.#open())
    return file
  }

  get hasRanges(): boolean {
    return this.#wholeBody === null
  }

  /** Reads on until `head` has `length` bytes. May be called only when `hasRanges` is true. */
  async lengthenHead(length: number): Promise<void> {
    const more: Buffer[] = []
    for await (const chunk of this.slice(this.head.length, Math.min(length, this.end))) more.push(chunk)
    this.head = Buffer.concat([this.head, ...more])
  }

  close(): void {
    if (this.#opening) discard(this.#opening.body)
    void this.#wholeBody?.return?.()
  }

  /** May be called only once. */
  async *bytes(): AsyncGenerator<Buffer> {
    if (this.#wholeBody) yield* this.#rate.pace(this.#wholeBytes(this.#wholeBody))
    else yield* this.slice(this.start, this.end)
  }

  /** May be called only when `hasRanges` is true. */
  async *slice(start: number, end: number): AsyncGenerator<Buffer> {
    const known = this.head.subarray(start - this.start, end - this.start)
    if (known.length > 0) yield known
    const spans = this.#spans(start + known.length, end)
    const read = (span: Span, signal: AbortSignal) => this.#readSpan(span, signal)
    yield* this.#rate.pace(inOrder(spans, this.#options.lanes, read))
  }

  *#spans(start: number, end: number): Generator<Span> {
    const opened = this.#opening?.range
    if (opened?.start === start) yield opened
    yield* growingSpans(opened?.start === start ? opened.end + 1 : start, end)
  }

  async #open(): Promise<void> {
    const retries = this.#requests.retries(this.#options.openingTries)
    for (;;) {
      const request = this.#firstRequest()
      try {
        retries.start()
        const answer = await this.#begin(request, retries)
        return this.#requests.accept(answer, this.size)
      } catch (error) {
        await this.#requests.recover(error, request, retries, this.#signal)
      }
    }
  }

  #firstRequest(): RangeRequest {
    const { range = { start: 0 }, firstBytes = FIRST_RANGE } = this.#options
    if ('suffix' in range) return this.#requests.last(range.suffix)
    const { start, end = Infinity } = range
    return this.#requests.within(start, Math.min(end, start + firstBytes - 1))
  }

  async #begin(request: RangeRequest, retries: Retries): Promise<HttpResponse> {
    const { answer, range } = await this.#sendFirst(request)
    if (answer.status !== 200 && !range) throw new Refusal(answer)
    try {
      if (range && request.length > 0) assertWithin(range, request)
      this.#take(answer, range)
      if (this.#options.readsHead) await this.#readHead(answer, retries)
      return answer
    } catch (error) {
      answer.body.destroy()
      throw error
    }
  }

  async #sendFirst(request: RangeRequest): Promise<{ answer: HttpResponse; range: FileRange | undefined }> {
    const answer = await this.#requests.send(request, this.#signal)
    const range = answer.status === 206 ? contentRange(answer.headers['content-range']) : undefined
    // A part of an encoded body cannot be decoded. A range without a size does not tell where the file ends.
    const isUseless = answer.status === 206 && (!range || isEncoded(answer))
    if (!isUseless && !refusesRanges(answer, request)) return { answer, range }
    discard(answer.body)
    const whole = await this.#requests.send(this.#requests.last(), this.#signal)
    const size = lengthOf(whole)
    if (isUseless || (whole.status === 200 && (size === null || request.start < size)))
      return { answer: whole, range: undefined }
    discard(whole.body)
    const known = size !== null && whole.status === 200 ? { 'content-range': `bytes */${size}` } : {}
    return { answer: { ...answer, headers: { ...answer.headers, ...known } }, range: undefined }
  }

  #take(answer: HttpResponse, range: FileRange | undefined): void {
    const { range: wanted, maxBytes = Infinity, readsParts } = this.#options
    const coding = codingOf(answer.headers['content-encoding'])
    this.size = range ? range.total : coding ? null : lengthOf(answer)
    const isRead = !readsParts || !range
    if (isRead && (this.size ?? 0) > maxBytes) throw new Failure('too_big')
    // A chunked body marks its own end, so an incomplete body is detected (RFC 9112, section 8). gzip does
    // too.
    this.isExact = this.size !== null || coding !== null || isChunked(answer.headers['transfer-encoding'])
    this.headers = answer.headers
    this.start = range?.start ?? 0
    const last = wanted && 'start' in wanted ? (wanted.end ?? Infinity) : Infinity
    this.end = range ? Math.min(last + 1, range.total) : (this.size ?? Infinity)
    const body = answer.body as AsyncIterable<Buffer>
    this.#wholeBody = range ? null : (coding ? decoded(answer.body, coding) : body)[Symbol.asyncIterator]()
    this.#opening = range ? { range: { start: range.start, end: range.end }, body: answer.body } : null
  }

  async #readHead({ headers }: HttpResponse, retries: Retries): Promise<void> {
    const chunks: Buffer[] = []
    let length = 0
    try {
      for await (const chunk of this.#wholeBody ? this.#wholeStart(this.#wholeBody) : this.#openingBytes()) {
        chunks.push(chunk)
        length += chunk.length
        this.#receive(chunk)
        retries.progress(chunk.length)
      }
    } catch (error) {
      // If the connection breaks but enough bytes for `head` have arrived, the error is ignored: the next
      // range request continues after these bytes.
      if (error instanceof Failure || length < HEAD_BYTES) throw error
    }
    if (length === 0) throw new Failure('source_failed', { cause: 'an empty file' })
    this.head = Buffer.concat(chunks)
    const type = plainType(headers['content-type'])
    if (!isMedia(type, this.head)) throw new Failure('media_type', { cause: type })
  }

  async *#wholeStart(body: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
    for (let length = 0; length < HEAD_BYTES;) {
      const next = await body.next()
      if (next.done) return
      length += next.value.length
      yield next.value
    }
  }

  async *#wholeBytes(body: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
    const { maxBytes = Infinity } = this.#options
    let length = this.head.length
    try {
      if (length > 0) yield this.head
      for (let next = await body.next(); !next.done; next = await body.next()) {
        length += next.value.length
        if (length > maxBytes) throw new Failure('too_big')
        this.#receive(next.value)
        yield next.value
      }
    } catch (cause) {
      this.#signal.throwIfAborted()
      throw Failure.from(cause, 'source_failed')
    } finally {
      await body.return?.()
    }
    if (this.size !== null && length !== this.size)
      throw new Failure('source_failed', { cause: `${length} of ${this.size} bytes` })
    this.size = length
  }

  async *#readSpan(span: Span, stop: AbortSignal): AsyncGenerator<Buffer> {
    const signal = AbortSignal.any([stop, this.#signal])
    const retries = this.#requests.retries()
    let position = span.start
    while (position <= span.end) {
      const request = this.#requests.within(position, span.end)
      try {
        retries.start()
        const isOpen = this.#opening?.range.start === position
        for await (const chunk of isOpen ? this.#openingBytes() : this.#requests.bytes(request, signal)) {
          position += chunk.length
          this.#receive(chunk)
          yield chunk
          retries.progress(chunk.length)
        }
      } catch (error) {
        await this.#requests.recover(error, request, retries, signal)
      }
    }
  }

  async *#openingBytes(): AsyncGenerator<Buffer> {
    const opening = this.#opening
    this.#opening = null
    if (opening) yield* exactBytes(opening.body, opening.range)
  }

  #receive(chunk: Buffer): void {
    this.#rate.receive(chunk.length)
    this.#options.onBytes?.(chunk.length)
  }
}
