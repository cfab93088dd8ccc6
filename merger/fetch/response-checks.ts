import { Failure } from '#contract/failure.ts'
import type { HttpResponse } from './http-get.ts'

export class Refusal extends Error {
  readonly status: number
  readonly headers: HttpResponse['headers']
  readonly wait: number
  constructor({ status, headers, body }: HttpResponse) {
    super(`status ${status}`)
    this.status = status
    this.headers = headers
    this.wait = retryAfter(headers['retry-after'], headers.date)
    body.destroy()
  }
}

/** Joined bytes of two versions would give a damaged file. */
export const changed = (cause: string) =>
  new Failure('source_failed', { cause: `the source changed: ${cause}` })

/** The merger never decompresses bodies, because they may be zip bombs. */
export function refuseCompressed({ headers }: HttpResponse): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new Failure('source_failed', { cause: `content-encoding ${encoding}` })
}

export function refuseText({ headers }: HttpResponse): void {
  const type = (headers['content-type'] ?? '').toLowerCase()
  if (/^(text\/|application\/(json|xml|xhtml|javascript|problem))/.test(type))
    throw new Failure('media_type', { cause: type })
}

/** RFC 9110, section 10.2.3. A date is compared with Date, because the media server's clock may be wrong. */
function retryAfter(text = '', now?: string): number {
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - (now ? Date.parse(now) : Date.now())
  return Number.isFinite(wait) ? Math.max(0, wait) : 0
}
