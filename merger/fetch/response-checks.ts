import { Failure } from '#contract/failure.ts'
import type { Answer } from './request.ts'

/** An answer that is not the bytes we asked for. */
export class Refusal extends Error {
  readonly status: number
  /** Milliseconds for which the origin asks to be left alone. */
  readonly wait: number
  constructor(answer: Answer) {
    super(`status ${answer.status}`)
    this.status = answer.status
    this.wait = retryAfter(answer.headers['retry-after'], answer.headers.date)
    answer.body.destroy()
  }
}

/** The origin now has something else than we began with: what was read must not be mixed with it. */
export const changed = (cause: string) =>
  new Failure('source_failed', { cause: `the source changed: ${cause}` })

/** The first and last byte and the whole size of a partial answer that starts where we asked. */
export function partOf(answer: Answer, start: number): { end: number; total: number } {
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers['content-range'] ?? '') ?? []
  if (Number(first) === start && Number(last) < Number(total) && Number(last) >= start)
    return { end: Number(last), total: Number(total) }
  answer.body.destroy()
  throw new Failure('source_failed', { cause: `content-range ${answer.headers['content-range']}` })
}

/** Throws for a body that was packed although nobody asked for it: packed bytes are never unpacked here, they may be a bomb. */
export function refusePacked(answer: Answer): void {
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return
  answer.body.destroy()
  throw new Failure('source_failed', { cause: `content-encoding ${encoding}` })
}

/** Throws `media_type` for a page or a message where media should be. */
export function refuseText(answer: Answer): void {
  const type = (answer.headers['content-type'] ?? '').toLowerCase()
  if (!/^(text\/|application\/(json|xml|xhtml|javascript|problem))/.test(type)) return
  answer.body.destroy()
  throw new Failure('media_type', { cause: type })
}

/** Seconds or a date (RFC 9110, 10.2.3) as milliseconds; a date counts from what the origin holds for now, its clock may be off. */
function retryAfter(text: string | undefined, now: string | undefined): number {
  if (!text) return 0
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - (now ? Date.parse(now) : Date.now())
  return Number.isFinite(wait) ? Math.max(0, wait) : 0
}
