import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { failureOf } from '../ytdlp/errors.ts'
import { infoSchema, type Answer, type Info } from '../ytdlp/facts.ts'
import { reading } from '../process/reading-pool.ts'

/** More tries would take too long. */
const MAX_TRIED = 3

/**
 * Without a requested item, tries the next item after a failure that concerns only one. If all tried items
 * fail, returns a list of several without formats, so that the visitor can select another item.
 */
export async function firstAvailable(
  item: number | undefined,
  ask: (item: number | undefined) => Promise<Answer>,
): Promise<Omit<Answer, 'info'> & { info?: Info | undefined }> {
  let wanted = item
  for (let tried = 1; ; tried++) {
    const answer = await ask(wanted)
    if (!answer.error) return answer
    const failure = await asPageSays(failureOf(answer.error), answer.error.page)
    const { list } = answer
    if (item !== undefined || !list || !concernsOneItem(failure.code)) throw failure
    if (list.index >= list.entries.length || tried >= MAX_TRIED) {
      if (list.entries.length < 2) throw failure
      return { ...answer, info: listWithoutFormats(list, failure.code) }
    }
    wanted = list.index + 1
  }
}

/** A challenge may have status 503, and a page for visitors of other countries 403. */
async function asPageSays(failure: Failure, page: string | null | undefined): Promise<Failure> {
  const isVague = failure.code === 'unreachable' || failure.code === 'site_blocks_us'
  const reason = page && isVague ? await reading.read('refusalOf', [page]) : undefined
  return reason ? new Failure(reason, { cause: failure.cause }) : failure
}

export const concernsOneItem = (code: FailureCode): boolean => failureRow(code).about === 'item'

export function listWithoutFormats(
  { index, total, ...list }: NonNullable<Answer['list']>,
  failed: FailureCode,
): Info {
  return { ...infoSchema.parse({}), ...list, item: { index, total }, formats: [], failed }
}
