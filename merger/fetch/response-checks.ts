import { Failure } from '#contract/failure.ts'
import { retryAfterMs } from '#contract/media-answer.ts'
import type { HttpResponse } from './http-get.ts'

export class Refusal extends Error {
  readonly status: number
  readonly headers: HttpResponse['headers']
  readonly wait: number
  constructor({ status, headers, body }: HttpResponse) {
    super(`status ${status}`)
    this.status = status
    this.headers = headers
    this.wait = retryAfterMs(headers['retry-after'], headers.date)
    body.destroy()
  }
}

/** Joined bytes of two versions would give a damaged file. */
export const changed = (cause: string) =>
  new Failure('source_failed', { cause: `the source changed: ${cause}` })
