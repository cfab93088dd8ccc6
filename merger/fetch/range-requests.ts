import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { contentRange, FIRST_RANGE, type Span } from './byte-range.ts'
import type { LeastRate } from './least-rate.ts'
import { headersFor, type Link } from './link.ts'
import { get, type HttpResponse, type RequestOptions } from './http-get.ts'
import { changed, refuseCompressed, Refusal } from './response-checks.ts'
import { newPatience, Retries } from './retry-policy.ts'

/**
 * If the media server refuses a range with 403, the merger requests these shorter lengths (in bytes) instead.
 */
const SHORTER_RANGES = [FIRST_RANGE, 128 * 1024]
const MAX_REFRESHES = 3
/**
 * Maximum number of fresh links if the media server refuses the very first request with 401 or 403. If the
 * server refuses the fresh link too, it probably blocks the IP address of the merger. Further extractions of
 * the link would only prolong the block.
 */
const MAX_REFRESHES_BEFORE_FIRST_RESPONSE = 1

/**
 * One request for a range.
 * - `header` is the value of the Range header; undefined = the request asks for the whole file.
 * - `length` is in bytes; 0 = unknown.
 * - `refreshes` is the number of fresh links that the merger had received before it built the request.
 */
export type RangeRequest = { header: string | undefined; start: number; length: number; refreshes: number }

/** Identifies the version of a file, because ranges of two versions must not be joined. */
type Version = { size: number; etag: string | undefined }

/**
 * A link, and the dispatcher for the proxy or direct connection through which the merger extracted the link.
 */
type BoundLink = Link & { dispatcher: Dispatcher }

export type RangeRequestOptions = RequestOptions & {
  /**
   * Called when the link has expired. Returns a fresh link to the same file, together with its dispatcher.
   * The fresh link may need another proxy or direct connection than the old one.
   */
  refresh?: () => Promise<BoundLink>
  /** The pauses before retries are multiples of this many milliseconds (see `Retries`). */
  pauseMs?: number
}

/**
 * Sends the range requests for one file. The parallel requests of a download share one instance, so that:
 * - an expired link is replaced once for all requests
 * - no request asks for a range length that the media server has refused for this link
 * - all waits for Retry-After together have one limit (`Patience`)
 */
export class RangeRequests {
  #link: BoundLink & { refreshes: number }
  /**
   * The version of the file, from the first accepted response. Null before that response, and if the response
   * does not state the size of the file.
   */
  #version: Version | null = null
  /**
   * Whether requests have the header If-Range. False after the media server has answered such a request with
   * the whole file.
   */
  #isConditional = true
  /** Maximum length of a range in bytes. It becomes shorter when the media server refuses a range. */
  #longest = Infinity
  #refreshing: Promise<BoundLink> | null = null
  readonly #patience = newPatience()
  readonly #rate: LeastRate
  readonly #options: RangeRequestOptions

  constructor(link: Link, rate: LeastRate, options: RangeRequestOptions) {
    this.#link = { ...link, dispatcher: options.dispatcher, refreshes: 0 }
    this.#rate = rate
    this.#options = options
  }

  /** Creates the retry policy for one range. */
  retries(maxTries?: number): Retries {
    return new Retries(this.#patience, maxTries, this.#options.pauseMs)
  }

  /**
   * Builds a request for the bytes from `start` to `end`. If the media server has refused ranges of this
   * length, the request asks for a shorter range.
   */
  within(start: number, end: number): RangeRequest {
    const length = Math.min(end - start + 1, this.#longest)
    return { header: `bytes=${start}-${start + length - 1}`, start, length, refreshes: this.#link.refreshes }
  }

  /**
   * Builds a request for the last `count` bytes of the file, or for the whole file when `count` is absent.
   */
  last(count?: number): RangeRequest {
    const header = count === undefined ? undefined : `bytes=-${count}`
    return { header, start: 0, length: 0, refreshes: this.#link.refreshes }
  }

  /** Sends a request and returns its response, whatever its status is. */
  send({ header }: RangeRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { url, headers, dispatcher } = this.#link
    const etag = this.#isConditional ? this.#version?.etag : undefined
    // A weak ETag is not allowed in If-Range (RFC 9110, section 13.1.5). A changed file is detected even
    // without If-Range: `#checkedRange` compares the ETag of each later response with the ETag of the first
    // response.
    const condition: Record<string, string> = etag && !etag.startsWith('W/') ? { 'if-range': etag } : {}
    return get(
      url,
      { ...headers, ...condition, ...(header && { range: header }) },
      { ...this.#options, dispatcher, signal },
    )
  }

  /**
   * Stores the version of the file and the final URL of the first response. Later requests go directly to
   * this URL, which is the URL after all redirects. Their responses must have the same version of the file.
   */
  accept({ url, headers }: HttpResponse, size: number | null): void {
    this.#link = { ...this.#link, url, headers: headersFor(this.#link, url) }
    this.#version = size === null ? null : { size, etag: headers.etag }
  }

  /** Sends a request for a later range and yields its bytes. Throws a Failure when the file has changed. */
  async *bytes(request: RangeRequest, signal: AbortSignal): AsyncGenerator<Buffer> {
    const isConditional = this.#isConditional
    const answer = await this.send(request, signal)
    try {
      if (answer.status === 200) {
        // The media server sent the whole file instead of the range. Either the file has changed, or a mirror
        // with another ETag responded. To find out which, the request is repeated without If-Range.
        this.#isConditional = false
        throw isConditional ? new Refusal(answer) : changed('it no longer sends ranges')
      }
      if (answer.status !== 206) throw new Refusal(answer)
      refuseCompressed(answer)
      yield* exactBytes(answer.body, this.#checkedRange(answer, request))
    } finally {
      answer.body.destroy()
    }
  }

  /**
   * Prepares the retry of a failed request: shortens the range, replaces the link by a fresh one, or waits.
   * Throws a Failure when the request must not be repeated.
   */
  async recover(error: unknown, request: RangeRequest, retries: Retries, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const failure = failureIn(error)
    if (failure) throw failure
    const status = error instanceof Refusal ? error.status : 0
    if (status === 401 || status === 403 || status === 410) {
      // If a parallel request has already received a fresh link, the failed request is repeated with that
      // link.
      if (request.refreshes !== this.#link.refreshes) return
      const shorter = SHORTER_RANGES.find((length) => length < request.length)
      if (status !== 403 || !shorter) return this.#refresh(request.refreshes, error)
      this.#longest = Math.min(this.#longest, shorter)
      return
    }
    const pause = retries.pauseAfter(error, this.#version !== null)
    const release = this.#rate.pauseClock()
    try {
      await sleep(pause, undefined, { signal })
    } catch {
      // `sleep` throws only when the signal fires, and it throws an AbortError. The caller gets the reason of
      // the signal instead.
      signal.throwIfAborted()
    } finally {
      release()
    }
  }

  #checkedRange({ headers }: HttpResponse, request: RangeRequest): Span {
    const range = contentRange(headers['content-range'])
    if (!range) throw changed(`content-range ${headers['content-range']}`)
    assertWithin(range, request)
    const { size, etag } = this.#version ?? {}
    if (range.total !== size) throw changed(`${range.total} instead of ${size} bytes`)
    if (headers.etag !== etag) throw changed('another ETag')
    return range
  }

  /**
   * Replaces the link by a fresh one. Parallel requests that need a fresh link share one call of the option
   * `refresh`.
   */
  async #refresh(refreshes: number, cause: unknown): Promise<void> {
    const { refresh } = this.#options
    if (!this.#version && refreshes >= MAX_REFRESHES_BEFORE_FIRST_RESPONSE && isForbidden(cause))
      throw new Failure('site_blocks_us', { cause })
    if (!refresh || refreshes >= MAX_REFRESHES) throw new Failure('source_failed', { cause })
    this.#refreshing ??= this.#fetchLink(refresh)
    const link = await this.#refreshing
    if (this.#link.refreshes !== refreshes) return
    this.#link = { ...link, refreshes: refreshes + 1 }
    // Ranges may have been refused only because the old link had expired. Therefore requests with the fresh
    // link may ask for long ranges again.
    this.#longest = Infinity
  }

  async #fetchLink(refresh: () => Promise<BoundLink>): Promise<BoundLink> {
    const release = this.#rate.pauseClock()
    try {
      return await refresh()
    } finally {
      this.#refreshing = null
      release()
    }
  }
}

const isForbidden = (cause: unknown) =>
  cause instanceof Refusal && (cause.status === 401 || cause.status === 403)

/**
 * Throws `source_failed` when a response does not start at the requested byte, or ends after the requested
 * range.
 */
export function assertWithin({ start, end }: Span, request: RangeRequest): void {
  if (start !== request.start || end >= request.start + request.length)
    throw new Failure('source_failed', { cause: `bytes ${start}-${end} instead of ${request.header}` })
}

/** Yields the bytes of a body. Throws when the body is shorter or longer than announced. */
export async function* exactBytes(body: HttpResponse['body'], { start, end }: Span): AsyncGenerator<Buffer> {
  let position = start
  for await (const chunk of body as AsyncIterable<Buffer>) {
    position += chunk.length
    if (position > end + 1) throw changed('a longer body than announced')
    yield chunk
  }
  if (position <= end) throw new Error('the source ended early')
}

/**
 * Finds the Failure in a chain of causes. When the merger's own connect function (dial.ts) throws a Failure,
 * undici wraps this Failure in a connection error.
 */
function failureIn(error: unknown): Failure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Failure) return cause
  return undefined
}
