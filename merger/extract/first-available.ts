import type { FailureCode } from '#contract/failure.ts'
import { failureOf } from '../ytdlp/errors.ts'
import { infoSchema, type Answer, type Info } from '../ytdlp/facts.ts'

/** Failures that concern one item only, so another item of the same list may still be extracted. */
const ITEM_FAILURES: ReadonlySet<FailureCode> = new Set([
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
/** Maximum number of items of a list that the merger tries to extract. More tries would take too long. */
const MAX_TRIED = 3

/**
 * Extracts the requested item of a list. If the extraction fails, throws the Failure.
 *
 * If no item was requested, first tries the item that yt-dlp's process chooses. If an item fails with a code
 * in `ITEM_FAILURES`, tries the next item of the list, because such a failure concerns only one item. If an
 * item fails with any other code, or if there is no list, throws the Failure at once.
 *
 * Returns the first item that can be extracted. After `MAX_TRIED` failed items, or if the last item of the
 * list fails:
 * - If the list has at least two items, returns the list without formats. The visitor can then select another
 *   item.
 * - If the list has only one item, throws the Failure.
 * @param item number of the requested item, from 1; undefined when none was requested
 * @param ask extracts the item with this number; without a number, the item that yt-dlp's process chooses
 */
export async function firstAvailable(
  item: number | undefined,
  ask: (item: number | undefined) => Promise<Answer>,
): Promise<Omit<Answer, 'info'> & { info?: Info | undefined }> {
  let wanted = item
  for (let tried = 1; ; tried++) {
    const answer = await ask(wanted)
    if (!answer.error) return answer
    const failure = failureOf(answer.error)
    const { list } = answer
    if (item !== undefined || !list || !concernsOneItem(failure.code)) throw failure
    if (list.index >= list.entries.length || tried >= MAX_TRIED) {
      if (list.entries.length < 2) throw failure
      return { ...answer, info: listWithoutFormats(list, failure.code) }
    }
    wanted = list.index + 1
  }
}

/** Returns whether another item of the same list may still be extracted after this failure. */
export const concernsOneItem = (code: FailureCode): boolean => ITEM_FAILURES.has(code)

/**
 * Returns the result for a list whose tried items have all failed: the entries of the list and the failure
 * code, without formats.
 */
export function listWithoutFormats(
  { index, total, ...list }: NonNullable<Answer['list']>,
  failed: FailureCode,
): Info {
  return { ...infoSchema.parse({}), ...list, item: { index, total }, formats: [], failed }
}
