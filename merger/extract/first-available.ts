import type { FailureCode } from '#contract/failure.ts'
import { failureOf } from '../ytdlp/errors.ts'
import type { Answer } from '../ytdlp/facts.ts'

/** Failures that concern one item only, so another item of the same list may still be extracted. */
const OF_ONE_ITEM: ReadonlySet<FailureCode> = new Set([
  'private',
  'embed_only',
  'login',
  'age',
  'paid',
  'geo',
  'drm',
  'not_started',
  'removed',
  'no_media',
])
/** Maximum number of items of a list that are tried. Trying more items would take too long. */
const MAX_TRIED = 3

/**
 * Returns the answer for the requested item. When no item was requested and the first item of a list fails
 * with a code of OF_ONE_ITEM, returns the answer for the next item, so that the visitor still gets the list.
 * Throws the Failure of the last item that was tried.
 * @param item number of the requested item, from 1; undefined when none was requested
 * @param ask extracts an item of the link by its number; undefined means the item that the extractor chooses
 */
export async function firstAvailable(
  item: number | undefined,
  ask: (item: number | undefined) => Promise<Answer>,
): Promise<Answer> {
  let wanted = item
  for (let tried = 1; ; tried++) {
    const answer = await ask(wanted)
    if (!answer.error) return answer
    const failure = failureOf(answer.error)
    const { index = 0, length = 0 } = answer.list ?? {}
    const isLast = item !== undefined || index >= length || tried >= MAX_TRIED
    if (isLast || !OF_ONE_ITEM.has(failure.code)) throw failure
    wanted = index + 1
  }
}
