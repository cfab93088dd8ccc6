import type { FailureCode } from '#contract/failure.ts'
import { failureOf } from '../ytdlp/errors.ts'
import type { Answer } from '../ytdlp/facts.ts'

/** Failures of one item. They say nothing about the other items of its list. */
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
/** Items that are tried. More would take too long. */
const MAX_TRIED = 3

/**
 * The answer for the requested item. Without a request, a list whose first item is private or removed gives
 * the next one, so that the visitor gets the list. Throws the Failure of the item.
 * @param item number of the requested item, from 1
 * @param ask extracts an item of the link; without a number the item that the extractor chooses
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
