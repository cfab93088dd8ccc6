import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { codingOf } from '#contract/media-answer.ts'
import type { Span } from '#media/spans.ts'
import { contentRange, FIRST_RANGE } from './byte-range.ts'
import type { LeastRate } from './least-rate.ts'
import { headersFor, type Link } from './link.ts'
import { get, type HttpResponse, type RequestOptions } from './http-get.ts'
import { changed, Refusal } from './response-checks.ts'
import { newPatience, Retries } from './retry-policy.ts'

/** Google Cloud Storage and AWS answer 400 for an expired signature or token. */
const EXPIRED = [400, 401, 403, 410]
const SHORTER_RANGES = [FIRST_RANGE, 128 * 1024]
const MAX_REFRESHES = 3
/**
 * If the server refuses the fresh link too, it probably blocks the IP address of the merger. Further
 * extractions of the link would only prolong the block.
 */
const MAX_REFRESHES_BEFORE_FIRST_RESPONSE = 1

/** `length` is in bytes; 0 = unknown. `header`: undefined = the request asks for the whole file. */
export type RangeRequest = { header: string | undefined; start: number; length: number; refreshes: number }

export const shorterThan = (length: number) => SHORTER_RANGES.find((shorter) => shorter < length)

type Version = { size: number; etag: string | undefined }

type BoundLink = Link & { dispatcher: Dispatcher }

export type RangeRequestOptions = RequestOptions & {
  /** The fresh link may need another exit than the old one. */
  refresh?: () => Promise<BoundLink>
  pauseMs?: number
}

export class RangeRequests {
  #link: BoundLink & { refreshes: number }
  #version: Version | null = null
  #isConditional = true
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

  retries(maxTries?: number): Retries {
    return new Retries(this.#patience, maxTries, this.#options.pauseMs)
  }

  within(start: number, end: number): RangeRequest {
    const length = Math.min(end - start + 1, this.#longest)
    return { header: `bytes=${start}-${start + length - 1}`, start, length, refreshes: this.#link.refreshes }
  }

  last(count?: number): RangeRequest {
    const header = count === undefined ? undefined : `bytes=-${count}`
    return { header, start: 0, length: 0, refreshes: this.#link.refreshes }
  }

  send({ header }: RangeRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { url, headers, dispatcher } = this.#link
    const etag = this.#isConditional ? this.#version?.etag : undefined
    // A weak ETag is not allowed in If-Range (RFC 9110, section 13.1.5). A changed file is detected even
    // without If-Range: `#checkedRange` compares the ETag of each later response.
    const condition: Record<string, string> = etag && !etag.startsWith('W/') ? { 'if-range': etag } : {}
    return get(
      url,
      { ...headers, ...condition, ...(header && { range: header }) },
      { ...this.#options, dispatcher, signal },
    )
  }

  /** Later requests go directly to this URL, which is the URL after all redirects. */
  accept({ url, headers }: HttpResponse, size: number | null): void {
    this.#link = { ...this.#link, url, headers: headersFor(this.#link, url) }
    this.#version = size === null ? null : { size, etag: headers.etag }
  }

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
      const coding = codingOf(answer.headers['content-encoding'])
      if (coding) throw changed(`content-encoding ${coding}`)
      yield* exactBytes(answer.body, this.#checkedRange(answer, request))
    } finally {
      answer.body.destroy()
    }
  }

  async recover(error: unknown, request: RangeRequest, retries: Retries, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const failure = failureIn(error)
    if (failure) throw failure
    const status = error instanceof Refusal ? error.status : 0
    if (EXPIRED.includes(status)) {
      // A parallel request has already received a fresh link.
      if (request.refreshes !== this.#link.refreshes) return
      const shorter = shorterThan(request.length)
      if (status !== 403 || !shorter) return this.#refresh(request.refreshes, error)
      this.#longest = Math.min(this.#longest, shorter)
      return
    }
    const pause = retries.pauseAfter(error, this.#version !== null)
    const release = this.#rate.pauseClock()
    try {
      await sleep(pause, undefined, { signal })
    } catch {
      // `sleep` throws an AbortError. The caller gets the reason of the signal instead.
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

  async #refresh(refreshes: number, cause: unknown): Promise<void> {
    const { refresh } = this.#options
    if (!this.#version && refreshes >= MAX_REFRESHES_BEFORE_FIRST_RESPONSE && isForbidden(cause))
      throw new Failure('site_blocks_us', { cause })
    if (!refresh || refreshes >= MAX_REFRESHES) throw new Failure('source_failed', { cause })
    this.#refreshing ??= this.#fetchLink(refresh)
    const link = await this.#refreshing
    if (this.#link.refreshes !== refreshes) return
    this.#link = { ...link, refreshes: refreshes + 1 }
    // Ranges may have been refused only because the old link had expired.
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

export function assertWithin({ start, end }: Span, request: RangeRequest): void {
  if (start !== request.start || end >= request.start + request.length)
    throw new Failure('source_failed', { cause: `bytes ${start}-${end} instead of ${request.header}` })
}

export async function* exactBytes(body: HttpResponse['body'], { start, end }: Span): AsyncGenerator<Buffer> {
  let position = start
  for await (const chunk of body as AsyncIterable<Buffer>) {
    position += chunk.length
    if (position > end + 1) throw changed('a longer body than announced')
    yield chunk
  }
  if (position <= end) throw new Error('the source ended early')
}

/** When the merger's own connect function (dial.ts) throws a Failure, undici wraps this Failure. */
function failureIn(error: unknown): Failure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Failure) return cause
  return undefined
}
