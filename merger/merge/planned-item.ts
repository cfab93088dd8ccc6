import type { Extraction } from '#contract/engine/extraction.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { PAGE_SLACK_SECONDS } from '#contract/limits.ts'
import { titleMark } from '#contract/title-mark.ts'
import type { ExtractOptions, LinkExtractor } from '../fetch/link-extractor.ts'

type Chosen = NonNullable<MergePlan['chosen']>
type Facts = { title: string | null; duration: number | null }

/**
 * The numbers may have changed since the visitor chose the item. If the number now leads to another item,
 * searches the first items of the list for the chosen one.
 */
export async function extractPlanned(
  extractor: LinkExtractor,
  plan: MergePlan,
  options: Omit<ExtractOptions, 'item'>,
): Promise<Extraction> {
  const { source_url, item, chosen } = plan
  const extraction = await extractor.extract(source_url, { ...options, ...(item && { item }) })
  if (!chosen || isSame(extraction, chosen)) return extraction
  const others = extraction.entries?.filter(({ index }) => index !== item) ?? []
  const moved = others.find((entry) => isSame(entry, chosen))
  if (!moved && isAlike(extraction, chosen)) return extraction
  const { index } = moved ?? others.find(({ title }) => hasTitle(title, chosen)) ?? {}
  if (index === undefined) throw new Failure('item_moved')
  const found = await extractor.extract(source_url, { ...options, item: index })
  if (!isAlike(found, chosen)) throw new Failure('item_moved')
  return found
}

function isSame({ title, duration }: Facts, chosen: Chosen): boolean {
  const isUnknown = duration === null || chosen.duration === null
  return hasTitle(title, chosen) && (isUnknown || lasts(duration, chosen))
}

/**
 * Some sites add the number of views to the title, and the duration of a podcast episode changes with the
 * advertisements in it.
 */
function isAlike({ title, duration }: Facts, chosen: Chosen): boolean {
  return hasTitle(title, chosen) || lasts(duration, chosen)
}

const hasTitle = (title: string | null, chosen: Chosen) => title !== null && titleMark(title) === chosen.title

const lasts = (duration: number | null, chosen: Chosen) =>
  duration !== null && chosen.duration !== null && Math.abs(duration - chosen.duration) <= PAGE_SLACK_SECONDS
