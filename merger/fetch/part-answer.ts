import { mayMindRange } from '#contract/media-answer.ts'
import { headerOf, type ByteRange } from '#media/lists/timeline.ts'
import { discard } from '../egress/egress.ts'
import { contentRange } from './byte-range.ts'
import { get, type HttpResponse, type RequestOptions } from './http-get.ts'

/**
 * The answer for a range, or for a whole resource. If the server refuses it, it is asked once more without
 * Range, or with one. A whole resource has the status 200.
 */
export async function getPart(
  url: string,
  headers: Record<string, string>,
  range: ByteRange | null,
  options: RequestOptions,
): Promise<HttpResponse> {
  const ask = async (header: string | null) => {
    const answer = await get(url, { ...headers, ...(header !== null && { range: header }) }, options)
    return isWhole(answer) ? { ...answer, status: 200 } : answer
  }
  const answer = await ask(headerOf(range))
  if (!mayMindRange(answer.status)) return answer
  discard(answer.body)
  const other = await ask(range ? null : 'bytes=0-')
  if (other.status === 200) return other
  discard(other.body)
  return answer
}

function isWhole({ status, headers }: HttpResponse): boolean {
  const range = status === 206 ? contentRange(headers['content-range']) : undefined
  return range?.start === 0 && range.end === range.total - 1
}
