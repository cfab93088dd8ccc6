import { causeText } from '#contract/cause-text.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { log } from '../log.ts'
import { domainOf } from '../media/registrable-domain.ts'
import type { Candidate, Entered } from './fair-places.ts'
import type { WorkKind } from './places.ts'

/**
 * An extraction or merge: its id, the keyed hash of its visitor (`visitorKey`), and its source link. If a
 * restart of a merge task has lost this hash, the name of the task is used instead.
 */
export type Work = { id: string; visitor: string; link: string }

/**
 * Requests, renews and gives back the right to run one extraction or merge. The fair queue of a region grants
 * this right.
 */
export type Place = {
  /**
   * Requests the right to run and waits for it at most `waitMs` milliseconds. A repeated call keeps the
   * position in the queue.
   */
  take(waitMs: number): Promise<Entered>
  /** Renews the lease of the right to run. */
  keep(): Promise<void>
  /** Gives back the right to run. If it has not been granted yet, leaves the queue. */
  leave(): Promise<void>
}

/**
 * Returns the `Place` of an extraction or merge in the fair queue of a region. `merger` is the first merger
 * name that `mergersNear` returns for this work. The part of the name before the colon is the region.
 */
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
