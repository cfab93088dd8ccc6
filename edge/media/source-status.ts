import { Failure } from '#contract/failure.ts'
import { drop } from '../drop-body.ts'
import type { Grant } from '../grants/grant.ts'
import { forgetExtraction } from '../extract/extraction.ts'
import { answersRange } from '../request/range.ts'

/** Throws `stale`, `site_limit` or `source_failed` unless the source sends the file or the range of it. */
export async function assertGood(
  env: Env,
  answer: Response,
  grant: Grant,
  range: string | null,
): Promise<void> {
  const { status } = answer
  const isRange = status === 206 && range !== null && answersRange(range, answer.headers.get('content-range'))
  if (status === 200 || isRange) return
  drop(answer.body)
  // Google Cloud Storage answers 400 for an expired signature.
  if ([400, 401, 403, 404, 410].includes(status)) {
    if (grant.extraction !== undefined) await forgetExtraction(env, grant.extraction, grant.url.href)
    throw new Failure('stale', { formatKey: grant.key || undefined, cause: `the source answers ${status}` })
  }
  if (status === 429 || status === 503) throw new Failure('site_limit')
  throw new Failure('source_failed', { cause: `the source answers ${status}` })
}
