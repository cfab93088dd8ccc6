import { Failure } from '#contract/failure.ts'
import type { Answer } from './request.ts'

/** An answer that is not the bytes we asked for. */
export class Refusal extends Error {
  readonly status: number
  readonly retryAfter: string | undefined
  constructor(answer: Answer) {
    super(`status ${answer.status}`)
    this.status = answer.status
    this.retryAfter = answer.headers['retry-after']
    answer.body.destroy()
  }
}

/** The origin now has something else than we began with: what was read must not be mixed with it. */
export const changed = (cause: string) =>
  new Failure('source_failed', undefined, { cause: `the source changed: ${cause}` })

/** The first and last byte and the whole size of a partial answer that starts where we asked. */
export function partOf(answer: Answer, start: number): { end: number; total: number } {
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers['content-range'] ?? '') ?? []
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (
    Number(first) === start &&
    Number(last) < Number(total) &&
    Number(last) >= start &&
    encoding === 'identity'
  )
    return { end: Number(last), total: Number(total) }
  answer.body.destroy()
  throw new Failure('source_failed', undefined, { cause: `content-range ${answer.headers['content-range']}` })
}

/** Throws `media_type` for a page or a message where media should be. */
export function refuseText(answer: Answer): void {
  const type = (answer.headers['content-type'] ?? '').toLowerCase()
  if (!/^(text\/|application\/(json|xml|xhtml|javascript|problem))/.test(type)) return
  answer.body.destroy()
  throw new Failure('media_type', undefined, { cause: type })
}

/** Seconds or a date (RFC 9110, 10.2.3) as milliseconds from now. */
export function retryAfter(text: string | undefined): number {
  if (!text) return 0
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : 0
}
