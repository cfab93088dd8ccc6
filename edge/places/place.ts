import { causeText } from '#contract/cause-text.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { log } from '../log.ts'
import { domainOf } from '../media/registrable-domain.ts'
import type { Candidate, Entered } from './fair-places.ts'
import type { WorkKind } from './places.ts'

export type Work = { id: string; visitor: string; link: string }

export type Place = {
  take(waitMs: number): Promise<Entered>
  keep(): Promise<void>
  leave(): Promise<void>
}

/** The part of the merger's name before the colon is the region. */
export function placeOf(
  env: Pick<Env, 'PLACES'>,
  merger: string,
  kind: WorkKind,
  { id, visitor, link }: Work,
): Place {
  const region = merger.split(':')[0]!
  const hint = region === 'local' ? {} : { locationHint: region as DurableObjectLocationHint }
  const places = env.PLACES.getByName(region, hint)
  const url = new URL(link)
  const candidate: Candidate = {
    id,
    visitor,
    domain: domainOf(url),
    isKnown: platformOf(url) !== undefined,
  }
  // If the queue fails, the extraction or merge starts without waiting. This causes no overload, because each
  // merger limits how much it runs at once. The queue only decides the order.
  const logQueueFailure = (error: unknown) => log('places_failed', { cause: causeText(error) })
  return {
    take: async (waitMs) => {
      try {
        return await places.take(kind, candidate, waitMs)
      } catch (error) {
        logQueueFailure(error)
        return 'granted'
      }
    },
    keep: () => places.keep(kind, candidate).catch(logQueueFailure),
    leave: () => places.leave(kind, id).catch(logQueueFailure),
  }
}
