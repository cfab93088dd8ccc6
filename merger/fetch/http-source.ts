import { setTimeout as sleep } from 'node:timers/promises'
import type { Rendition } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { changed, partOf, refusePacked, refuseText, Refusal } from './response-checks.ts'
import { growingSpans, inOrder, type Span } from './lanes.ts'
import type { Feed } from './feed.ts'
import { headersFor, linkOf, type Link } from './link.ts'
import { get, type Answer, type RequestOptions } from './request.ts'

/** The first request, and the longest range that every origin we know of grants. */
const SMALL_RANGE = 1024 ** 2
/** What a source must send before its kind is judged. */
const ENOUGH = 64 * 1024
const MAX_REFRESHES = 3
const MAX_TRIES = 6
/** So much new data shows that the source is alive, and the tries count afresh. */
const SIGN_OF_LIFE = 256 * 1024
/** Tries that end without a byte may take this long together: less than STALL_MS, so that the cause is named. */
const MAX_SILENCE_MS = 35_000
/** All the waiting that "too many requests" may ask for; less than STALL_MS too. */
const MAX_PATIENCE_MS = 45_000

export type SourceOptions = RequestOptions & {
  /** Ranges fetched at once. */
  lanes: number
  /** The same rendition with a link that works again. */
  refresh: () => Promise<Rendition>
  onBytes: (count: number) => void
}

/** One media file of an origin, read from its beginning in parallel bounded ranges, or plainly where ranges are refused. */
export class Source implements Feed {
  size: number | null = null
  head: Buffer = Buffer.alloc(0)
  isExact = true
  #link: Link & { turn: number }
  #etag: string | undefined
  #isConditional = true
  /** Longest range to ask for; falls when the origin refuses long ones. */
  #longest = Infinity
  #refreshing: Promise<Rendition> | null = null
  #patience = MAX_PATIENCE_MS
  #plain: AsyncIterator<Buffer> | null = null
  readonly #options: SourceOptions

  private constructor(rendition: Rendition, options: SourceOptions) {
    this.#options = options
    this.#link = { ...linkOf(rendition), turn: 0 }
  }

  /** Fetches the first bytes. Throws a Failure when the source refuses, lies or is too large. */
  static async open(rendition: Rendition, options: SourceOptions): Promise<Source> {
    const source = new Source(rendition, options)
    await source.#persist({ start: 0, end: SMALL_RANGE - 1 }, () => source.#begin())
    return source
  }

  /** False where the origin only gives the whole file at once. */
  get hasRanges(): boolean {
    return this.#plain === null
  }

  async *bytes(): AsyncGenerator<Buffer> {
    if (!this.#plain) return yield* this.slice(0, this.size ?? 0)
    yield this.head
    yield* this.#plainRest(this.#plain)
  }

  /** Bytes [start, end) in order, of an origin with ranges. */
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
    refusePacked(answer)
    refuseText(answer)
    const part = answer.status === 206 ? partOf(answer, 0) : null
    const total = part ? part.total : Number(answer.headers['content-length'] ?? NaN)
    if (total > MAX_FILE_BYTES) throw new Failure('too_big')
    // A redirect is followed once; the ranges go straight to where it led.
    this.#link = { ...this.#link, url: answer.url, headers: headersFor(this.#link, answer.url) }
    this.#etag = answer.headers.etag
    this.size = Number.isFinite(total) ? total : null
    this.isExact = this.size !== null
    const body = (answer.body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
    this.#plain = part ? null : body
    const chunks: Buffer[] = []
    let length = 0
    try {
      for (let next = await body.next(); !next.done; next = await body.next()) {
        chunks.push(next.value)
        length += next.value.length
        if (!part && length >= ENOUGH) break
      }
      if (part && length !== part.end + 1) throw new Error('the source ended early')
    } catch (error) {
      // A drop after enough to go on with: the ranges take up from here.
      if (!part || length < ENOUGH || length > part.end) throw error
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
      // What cannot be asked for by range cannot be resumed either.
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
        refusePacked(answer)
        const part = partOf(answer, start)
        const etag = answer.headers.etag
        if (part.total !== this.size) throw changed(`${part.total} instead of ${this.size} bytes`)
        if (etag && this.#etag && etag !== this.#etag) throw changed('another ETag')
        if (part.end > end) throw changed('more than was asked for')
        for await (const chunk of answer.body as AsyncIterable<Buffer>) {
          if (position + chunk.length - 1 > part.end) throw changed('a longer body than announced')
          position += chunk.length
          push(chunk)
          this.#options.onBytes(chunk.length)
          alive(chunk.length)
        }
        if (position <= part.end) throw new Error('the source ended early')
      })
    }
  }

  /** A whole file instead of a range: changed, or a mirror with other ETags; asked without a condition it will say which. */
  #refuseWhole(answer: Answer, wasConditional: boolean): never {
    if (!wasConditional) throw changed('it no longer sends ranges')
    this.#isConditional = false
    throw new Refusal(answer)
  }

  #ask(span: Span, signal?: AbortSignal): Promise<Answer> {
    const { url, headers } = this.#link
    // A weak ETag may not stand in If-Range (RFC 9110, 13.1.5); it is compared on arrival all the same.
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

  /** Tries until it works, waits where the origin asks for it, and gives up by the rules of the house. */
  async #persist(span: Span, attempt: (alive: (count: number) => void) => Promise<void>): Promise<void> {
    let tries = 0
    let gained = 0
    let silentMs = 0
    const alive = (count: number) => {
      gained += count
      silentMs = 0
      if (gained >= SIGN_OF_LIFE) tries = gained = 0
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
          // Some origins refuse long ranges with 403: ask for less before believing that the link has ended.
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
        // A source that was alive a moment ago is asked again at once.
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

  /** One new link for all lanes that saw the old one end. */
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

/** A Failure somewhere in the chain of causes: the guard's refusal comes wrapped in an error of the connection. */
function failureIn(error: unknown): Failure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Failure) return cause
  return undefined
}

function exhausted(status: number, hasBegun: boolean, cause: unknown): Failure {
  if (status === 429 || status === 503) return new Failure('site_limit', { cause })
  return new Failure(hasBegun ? 'source_failed' : 'unreachable', { cause })
}
