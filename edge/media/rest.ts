import { contentLength } from '#contract/media-answer.ts'
import { drop } from '../drop-body.ts'
import type { Grant } from '../grants/grant.ts'
import type { AskRest } from './source-body.ts'
import { fetchSource, type SourceRequest } from './upstream.ts'

type Part = { start: number; end: number; total: number }

/** The bytes that an answer announces, undefined if it does not say where they end. */
export function partOf({ status, headers }: Response): Part | undefined {
  if (status === 206) {
    const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
    return total === undefined ? undefined : { start: Number(start), end: Number(end), total: Number(total) }
  }
  const total = lengthOf({ headers })
  return total === null ? undefined : { start: 0, end: total - 1, total }
}

export const lengthOf = ({ headers }: { headers: Headers }): number | null =>
  contentLength(headers.get('content-length'), headers.get('transfer-encoding'))

/** An answer of the relay has no `url`. */
export const isRelayed = ({ url }: Response): boolean => url === ''

/** The relay, which knows how to resume, gets the rest of a body that broke on its direct way. */
export function restOf(
  env: Env,
  grant: Grant,
  answer: Response,
  request: SourceRequest,
): AskRest | undefined {
  const part = partOf(answer)
  // The merger has already resumed its answer as often as it makes sense.
  if (isRelayed(answer) || !part) return undefined
  return async (position) => {
    const start = part.start + position
    const range = `bytes=${start}-${part.end}`
    const rest = await fetchSource(env, { ...grant, way: 'relay' }, { ...request, range, ifRange: null })
    const isSame = ['etag', 'last-modified'].every(
      (name) => rest.headers.get(name) === answer.headers.get(name),
    )
    const isRest = rest.headers.get('content-range') === `bytes ${start}-${part.end}/${part.total}`
    if (rest.status === 206 && isRest && isSame) return rest
    drop(rest.body)
    return undefined
  }
}
