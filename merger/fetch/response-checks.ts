import { Failure } from '#contract/failure.ts'
import type { HttpResponse } from './request.ts'

/** A response other than the requested bytes. */
export class Refusal extends Error {
  readonly status: number
  /** Milliseconds of the Retry-After header; 0 without one. */
  readonly wait: number
  constructor(answer: HttpResponse) {
    super(`status ${answer.status}`)
    this.status = answer.status
    this.wait = retryAfter(answer.headers['retry-after'], answer.headers.date)
    answer.body.destroy()
  }
}

/** The Failure for a file that changed while it was read. Bytes of two versions must not be joined. */
export const changed = (cause: string) =>
  new Failure('source_failed', { cause: `the source changed: ${cause}` })

/** The last byte and total size of a 206 response. Throws `source_failed` unless it starts at `start`. */
export function contentRange(answer: HttpResponse, start: number): { end: number; total: number } {
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers['content-range'] ?? '') ?? []
  if (Number(first) === start && Number(last) < Number(total) && Number(last) >= start)
    return { end: Number(last), total: Number(total) }
  answer.body.destroy()
  throw new Failure('source_failed', { cause: `content-range ${answer.headers['content-range']}` })
}

/**
 * Throws `source_failed` for a compressed body. Bodies are never decompressed, because they may be zip bombs.
 */
export function refuseCompressed(answer: HttpResponse): void {
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return
  answer.body.destroy()
  throw new Failure('source_failed', { cause: `content-encoding ${encoding}` })
}

/** Throws `media_type` for a web page or an error message in place of media. */
export function refuseText(answer: HttpResponse): void {
  const type = (answer.headers['content-type'] ?? '').toLowerCase()
  if (!/^(text\/|application\/(json|xml|xhtml|javascript|problem))/.test(type)) return
  answer.body.destroy()
  throw new Failure('media_type', { cause: type })
}

/**
 * Converts Retry-After (RFC 9110, section 10.2.3) to milliseconds. A date is relative to the Date header of
 * the response, because the clock of the origin may be wrong.
 */
function retryAfter(text: string | undefined, now: string | undefined): number {
  if (!text) return 0
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - (now ? Date.parse(now) : Date.now())
  return Number.isFinite(wait) ? Math.max(0, wait) : 0
}
