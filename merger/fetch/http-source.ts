import { setTimeout as sleep } from 'node:timers/promises'
import type { Rendition } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { changed, contentRange, refuseCompressed, refuseText, Refusal } from './response-checks.ts'
import { growingSpans, inOrder, type Span } from './lanes.ts'
import type { Feed } from './feed.ts'
import { headersFor, linkOf, type Link } from './link.ts'
import { get, type HttpResponse, type RequestOptions } from './request.ts'

/** Bytes of the first range. Every known origin allows ranges of this length. */
const SMALL_RANGE = 1024 ** 2
/** Bytes that are enough to detect the format of a source. */
const ENOUGH = 64 * 1024
const MAX_REFRESHES = 3
const MAX_TRIES = 6
/** Bytes of new data after which the tries are counted from zero again. */
const PROGRESS_BYTES = 256 * 1024
/**
 * Milliseconds that tries without a byte may take in total. Below STALL_MS, so that the failure names its
 * cause.
 */
const MAX_SILENCE_MS = 35_000
/** Milliseconds that Retry-After headers may make us wait in total. Below STALL_MS too. */
const MAX_PATIENCE_MS = 45_000

export type SourceOptions = RequestOptions & {
  /** Number of ranges fetched in parallel. */
  lanes: number
  /** Returns the same rendition with a fresh URL. */
  refresh: () => Promise<Rendition>
  onBytes: (count: number) => void
}

/**
 * One media file of an origin: read in parallel bounded ranges, or in one response where the origin refuses
 * ranges.
 */
export class Source implements Feed {
  size: number | null = null
  head: Buffer = Buffer.alloc(0)
  isExact = true
  #link: Link & { turn: number }
  #etag: string | undefined
  #isConditional = true
  /** Bytes of the longest range to request. Shrinks when the origin refuses long ranges. */
  #longest = Infinity
  #refreshing: Promise<Rendition> | null = null
  #patience = MAX_PATIENCE_MS
  #plain: AsyncIterator<Buffer> | null = null
  readonly #options: SourceOptions

  private constructor(rendition: Rendition, options: SourceOptions) {
    this.#options = options
    this.#link = { ...linkOf(rendition), turn: 0 }
  }

  /**
   * Fetches the first bytes. Throws a Failure when the source refuses, sends something else, or is too large.
   */
  static async open(rendition: Rendition, options: SourceOptions): Promise<Source> {
    const source = new Source(rendition, options)
    await source.#persist({ start: 0, end: SMALL_RANGE - 1 }, () => source.#begin())
    return source
  }

  /** False when the origin sends the whole file only. */
  get hasRanges(): boolean {
    return this.#plain === null
  }

  async *bytes(): AsyncGenerator<Buffer> {
    if (!this.#plain) return yield* this.slice(0, this.size ?? 0)
    yield this.head
    yield* this.#plainRest(this.#plain)
  }

  /** Yields the bytes [start, end) in order. Only for origins with ranges. */
  async *slice(start: number, end: number): AsyncGenerator<Buffer> {
    const known = this.head.subarray(start, end)
    if (known.length > 0) yield known
    yield* inOrder(growingSpans(start + known.length, end), this.#options.lanes, (span, push, signal) =>
      this.#fetchSpan(span, push, signal),
    )
  }

  async #begin(): Promise<void> {
    const answer = await this.#ask({ start: 0, end: SMALL_RANGE - 1 })
    if (answer.status !== 200 && answer.status !== 206) throw new Refusal(answer)
    refuseCompressed(answer)
    refuseText(answer)
    const range = answer.status === 206 ? contentRange(answer, 0) : null
    const total = range ? range.total : Number(answer.headers['content-length'] ?? NaN)
    if (total > MAX_FILE_BYTES) throw new Failure('too_big')
    // Later ranges go straight to the URL behind the redirects.
    this.#link = { ...this.#link, url: answer.url, headers: headersFor(this.#link, answer.url) }
    this.#etag = answer.headers.etag
    this.size = Number.isFinite(total) ? total : null
    this.isExact = this.size !== null
    const body = (answer.body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
    this.#plain = range ? null : body
    const chunks: Buffer[] = []
    let length = 0
    try {
      for (let next = await body.next(); !next.done; next = await body.next()) {
        chunks.push(next.value)
        length += next.value.length
        if (!range && length >= ENOUGH) break
      }
      if (range && length !== range.end + 1) throw new Error('the source ended early')
    } catch (error) {
      // The connection broke after enough bytes. The next range continues here.
      if (!range || length < ENOUGH || length > range.end) throw error
    }
    if (length === 0) throw new Failure('source_failed', { cause: 'an empty file' })
    this.head = Buffer.concat(chunks)
    this.#options.onBytes(length)
  }

  async *#plainRest(rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
    let length = this.head.length
    try {
      for (let next = await rest.next(); !next.done; next = await rest.next()) {
        length += next.value.length
        if (length > MAX_FILE_BYTES) throw new Failure('too_big')
        this.#options.onBytes(next.value.length)
        yield next.value
      }
    } catch (cause) {
      // Without ranges a broken response cannot be resumed.
      throw Failure.from(cause, 'source_failed')
    } finally {
      await rest.return?.()
    }
    if (this.size !== null && length !== this.size)
      throw new Failure('source_failed', { cause: `${length} of ${this.size} bytes` })
    this.size = length
  }

  async #fetchSpan(span: Span, push: (chunk: Buffer) => void, signal: AbortSignal): Promise<void> {
    let position = span.start
    while (position <= span.end) {
      const wanted = () => ({ start: position, end: Math.min(span.end, position + this.#longest - 1) })
      await this.#persist(wanted(), async (alive) => {
        const { start, end } = wanted()
        const isConditional = this.#isConditional
        const answer = await this.#ask({ start, end }, signal)
        if (answer.status === 200) this.#refuseWhole(answer, isConditional)
        if (answer.status !== 206) throw new Refusal(answer)
        refuseCompressed(answer)
        const range = contentRange(answer, start)
        const etag = answer.headers.etag
        if (range.total !== this.size) throw changed(`${range.total} instead of ${this.size} bytes`)
        if (etag && this.#etag && etag !== this.#etag) throw changed('another ETag')
        if (range.end > end) throw changed('more than was asked for')
        for await (const chunk of answer.body as AsyncIterable<Buffer>) {
          if (position + chunk.length - 1 > range.end) throw changed('a longer body than announced')
          position += chunk.length
          push(chunk)
          this.#options.onBytes(chunk.length)
          alive(chunk.length)
        }
        if (position <= range.end) throw new Error('the source ended early')
      })
    }
  }

  /**
   * Handles a whole file instead of a range: the file changed, or If-Range reached a mirror with another
   * ETag. A second request without If-Range tells the two apart.
   */
  #refuseWhole(answer: HttpResponse, wasConditional: boolean): never {
    if (!wasConditional) throw changed('it no longer sends ranges')
    this.#isConditional = false
    throw new Refusal(answer)
  }

  #ask(span: Span, signal?: AbortSignal): Promise<HttpResponse> {
    const { url, headers } = this.#link
    // If-Range allows no weak ETag (RFC 9110, section 13.1.5). The ETag of each response is compared anyway.
    const condition: Record<string, string> =
      this.#isConditional && this.#etag && !this.#etag.startsWith('W/') ? { 'if-range': this.#etag } : {}
    return get(
      url,
      { ...headers, ...condition, range: `bytes=${span.start}-${span.end}` },
      {
        dispatcher: this.#options.dispatcher,
        signal: signal ? AbortSignal.any([signal, this.#options.signal]) : this.#options.signal,
      },
    )
  }

  /**
   * Repeats `attempt` until it succeeds: fetches a fresh URL after 401, 403 and 410, and waits as Retry-After
   * says. Throws a Failure for permanent errors and when tries, silence or waiting exceed their limits.
   */
  async #persist(span: Span, attempt: (alive: (count: number) => void) => Promise<void>): Promise<void> {
    let tries = 0
    let gained = 0
    let silentMs = 0
    const alive = (count: number) => {
      gained += count
      silentMs = 0
      if (gained >= PROGRESS_BYTES) tries = gained = 0
    }
    for (;;) {
      const { turn } = this.#link
      const asked = Math.min(span.end - span.start + 1, this.#longest)
      const begun = performance.now()
      try {
        return await attempt(alive)
      } catch (error) {
        this.#options.signal.throwIfAborted()
        const failure = failureIn(error)
        if (failure) throw failure
        const status = error instanceof Refusal ? error.status : 0
        if (status === 401 || status === 403 || status === 410) {
          // Some origins refuse long ranges with 403, so a shorter one is tried before a fresh URL.
          if (asked > SMALL_RANGE) this.#longest = SMALL_RANGE
          else await this.#refresh(turn, error)
          continue
        }
        if (status === 451) throw new Failure('geo', { cause: error })
        if (status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429)
          throw new Failure('source_failed', { cause: error })
        silentMs += performance.now() - begun
        if (++tries >= MAX_TRIES || silentMs > MAX_SILENCE_MS)
          throw exhausted(status, this.head.length > 0, error)
        // The first retry follows at once, because most breaks are short.
        await this.#wait(error, tries === 1 ? 50 : 200 * 2 ** tries)
      }
    }
  }

  async #wait(error: unknown, backOff: number): Promise<void> {
    const isLimit = error instanceof Refusal && (error.status === 429 || error.status === 503)
    const wait = isLimit ? Math.max(error.wait, backOff) : backOff
    if (isLimit) {
      this.#patience -= wait
      if (this.#patience < 0) throw new Failure('site_limit', { cause: error })
    }
    await sleep(wait, undefined, { signal: this.#options.signal })
  }

  /** Fetches one fresh URL for all lanes whose URL expired. */
  async #refresh(turn: number, cause: unknown): Promise<void> {
    if (this.#link.turn !== turn) return
    if (turn >= MAX_REFRESHES) throw new Failure('source_failed', { cause })
    this.#refreshing ??= this.#options.refresh().finally(() => {
      this.#refreshing = null
    })
    const link = linkOf(await this.#refreshing)
    if (this.#link.turn === turn) this.#link = { ...link, turn: turn + 1 }
  }
}

/** The Failure in a chain of causes: undici wraps the dialler's refusal in a connection error. */
function failureIn(error: unknown): Failure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Failure) return cause
  return undefined
}

/** The Failure after the last try, by the status of the last response. */
function exhausted(status: number, hasBegun: boolean, cause: unknown): Failure {
  if (status === 429 || status === 503) return new Failure('site_limit', { cause })
  return new Failure(hasBegun ? 'source_failed' : 'unreachable', { cause })
}
