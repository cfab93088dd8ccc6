import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#contract/failure.ts'
import { contentRange, FIRST_RANGE, type Span } from './byte-range.ts'
import type { LeastRate } from './least-rate.ts'
import { headersFor, type Link } from './link.ts'
import { get, type HttpResponse, type RequestOptions } from './http-get.ts'
import { changed, refuseCompressed, Refusal } from './response-checks.ts'
import { newPatience, Retries } from './retry-policy.ts'

/** Lengths that are tried in turn when an origin refuses a longer range with 403. */
const SHORTER_RANGES = [FIRST_RANGE, 128 * 1024]
const MAX_REFRESHES = 3
/**
 * A source that refuses the first byte of a fresh link refuses our address. More extractions would only make
 * the site refuse it for longer.
 */
const MAX_REFRESHES_BEFORE_FIRST_BYTE = 1

/** One request. `turn` is the turn of the link that it uses; a `length` of 0 is unknown. */
export type RangeRequest = { header: string | undefined; start: number; length: number; turn: number }

/** The version of a file. Ranges of two versions must not be joined. */
type Version = { size: number; etag: string | undefined }

export type RangeRequestOptions = RequestOptions & {
  /** Returns a fresh link to the same file when the link has expired. */
  refresh?: () => Promise<Link>
}

/**
 * The requests for the ranges of one file. All lanes of a download share them: a link is refreshed once for
 * all, a length that the origin refuses is requested by none again, and the waits that the origin demands
 * are added up.
 */
export class RangeRequests {
  #link: Link & { turn: number }
  /** Null until the first response has been accepted. */
  #version: Version | null = null
  /** False when If-Range made the origin send the whole file although it has not changed. */
  #isConditional = true
  /** Bytes of the longest range to request. */
  #longest = Infinity
  #refreshing: Promise<Link> | null = null
  readonly #patience = newPatience()
  readonly #rate: LeastRate
  readonly #options: RangeRequestOptions

  constructor(link: Link, rate: LeastRate, options: RangeRequestOptions) {
    this.#link = { ...link, turn: 0 }
    this.#rate = rate
    this.#options = options
  }

  /** The retries of one range. */
  retries(maxTries?: number): Retries {
    return new Retries(this.#patience, maxTries)
  }

  /** A request for bytes from `start` on, and up to `end` unless the origin refuses such a length. */
  within(start: number, end: number): RangeRequest {
    const length = Math.min(end - start + 1, this.#longest)
    return { header: `bytes=${start}-${start + length - 1}`, start, length, turn: this.#link.turn }
  }

  /** A request for the last bytes of the file; the whole file when `count` is absent. */
  last(count?: number): RangeRequest {
    const header = count === undefined ? undefined : `bytes=-${count}`
    return { header, start: 0, length: 0, turn: this.#link.turn }
  }

  /** Sends a request. Its response may have any status. */
  send({ header }: RangeRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { url, headers } = this.#link
    const etag = this.#isConditional ? this.#version?.etag : undefined
    // If-Range allows no weak ETag (RFC 9110, section 13.1.5). The ETag of each response is compared anyway.
    const condition: Record<string, string> = etag && !etag.startsWith('W/') ? { 'if-range': etag } : {}
    return get(
      url,
      { ...headers, ...condition, ...(header && { range: header }) },
      { ...this.#options, signal },
    )
  }

  /**
   * Accepts the first response: later ranges must be of the same version, and go straight to the URL behind
   * the redirects.
   */
  accept({ url, headers }: HttpResponse, size: number | null): void {
    this.#link = { ...this.#link, url, headers: headersFor(this.#link, url) }
    this.#version = size === null ? null : { size, etag: headers.etag }
  }

  /** Sends a request for a later range and yields its bytes. Throws when the file has changed. */
  async *bytes(request: RangeRequest, signal: AbortSignal): AsyncGenerator<Buffer> {
    const isConditional = this.#isConditional
    const answer = await this.send(request, signal)
    try {
      if (answer.status === 200) {
        // The file has changed, or If-Range reached a mirror with another ETag. A second request without
        // If-Range tells the two apart.
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

  /** Prepares the repetition of a failed request. Throws a Failure when it is not to be repeated. */
  async recover(error: unknown, request: RangeRequest, retries: Retries, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const failure = failureIn(error)
    if (failure) throw failure
    const status = error instanceof Refusal ? error.status : 0
    if (status === 401 || status === 403 || status === 410) {
      // Another lane has refreshed the link meanwhile.
      if (request.turn !== this.#link.turn) return
      const shorter = SHORTER_RANGES.find((length) => length < request.length)
      if (status !== 403 || !shorter) return this.#refresh(request.turn, error)
      this.#longest = Math.min(this.#longest, shorter)
      return
    }
    const pause = retries.pauseAfter(error, this.#version !== null)
    await sleep(pause, undefined, { signal })
    this.#rate.excuse(pause)
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

  /** Fetches one fresh link for all lanes whose link has expired. */
  async #refresh(turn: number, cause: unknown): Promise<void> {
    const { refresh } = this.#options
    if (!this.#version && turn >= MAX_REFRESHES_BEFORE_FIRST_BYTE && isForbidden(cause))
      throw new Failure('site_blocks_us', { cause })
    if (!refresh || turn >= MAX_REFRESHES) throw new Failure('source_failed', { cause })
    const begun = performance.now()
    this.#refreshing ??= refresh().finally(() => {
      this.#refreshing = null
      this.#rate.excuse(performance.now() - begun)
    })
    const link = await this.#refreshing
    if (this.#link.turn !== turn) return
    this.#link = { ...link, turn: turn + 1 }
    // Even the shortest range was refused, so the length was not the reason.
    this.#longest = Infinity
  }
}

const isForbidden = (cause: unknown) =>
  cause instanceof Refusal && (cause.status === 401 || cause.status === 403)

/** Throws `source_failed` unless a response starts at the requested byte and has no more than requested. */
export function assertWithin({ start, end }: Span, request: RangeRequest): void {
  if (start !== request.start || end >= request.start + request.length)
    throw new Failure('source_failed', { cause: `bytes ${start}-${end} instead of ${request.header}` })
}

/** The bytes of a body. Throws unless it has exactly the announced length. */
export async function* exactBytes(body: HttpResponse['body'], { start, end }: Span): AsyncGenerator<Buffer> {
  let position = start
  for await (const chunk of body as AsyncIterable<Buffer>) {
    position += chunk.length
    if (position > end + 1) throw changed('a longer body than announced')
    yield chunk
  }
  if (position <= end) throw new Error('the source ended early')
}

/** The Failure in a chain of causes: undici wraps the dialler's refusal in a connection error. */
function failureIn(error: unknown): Failure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Failure) return cause
  return undefined
}
