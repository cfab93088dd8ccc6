import type { Rendition } from '#contract/engine/extraction.ts'
import type { MergePlan, RenditionRef } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import type { Attempt } from './attempt.ts'
import { choose, findRendition } from './find-rendition.ts'
import { extractPlanned } from './planned-item.ts'
import type { Tools } from './tools.ts'

/**
 * The renditions of the plan share this extraction. If the new media link of a rendition fails too, the
 * function extracts the source link once more.
 */
export function refresher(
  attempt: Attempt,
  plan: MergePlan,
  tools: Tools,
): (ref: RenditionRef) => Promise<Rendition> {
  let newest: ReturnType<Tools['extractor']['extract']> | undefined
  const served = new Set<RenditionRef>()
  return async (ref) => {
    if (!newest || served.has(ref)) {
      served.clear()
      newest = extractPlanned(tools.extractor, plan, {
        fresh: true,
        signal: attempt.working,
        exit: attempt.order.exit,
      })
    }
    served.add(ref)
    const rendition = findRendition(ref, (await newest).renditions)
    if (!rendition) throw new Failure('format_gone')
    return rendition
  }
}

export async function resolve(attempt: Attempt, plan: MergePlan, { extractor }: Tools) {
  const { working: signal, order } = attempt
  const { exit } = order
  // An earlier attempt may have failed because its media links had expired.
  const isAgain = order.attempt > 1
  const extraction = await extractPlanned(extractor, plan, { signal, exit, fresh: isAgain })
  try {
    return { extraction, chosen: choose(plan, extraction) }
  } catch (cause) {
    if (isAgain || !(cause instanceof Failure) || cause.code !== 'format_gone') throw cause
    const fresh = await extractPlanned(extractor, plan, { signal, exit, fresh: true })
    return { extraction: fresh, chosen: choose(plan, fresh) }
  }
}
