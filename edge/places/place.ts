import { causeText } from '#contract/cause-text.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { log } from '../log.ts'
import { domainOf } from '../media/registrable-domain.ts'
import type { Candidate, Entered } from './fair-places.ts'
import type { WorkKind } from './places.ts'

/**
 * An extraction or a merge that needs a place: its id, the keyed hash of its visitor (`visitorKey`), and its
 * source link.
 */
export type Work = { id: string; visitor: string; link: string }

/**
 * Requests, renews and gives back the place of one extraction or merge. A place is the right to run, which
 * the fair queue of a region grants.
 */
export type Place = {
  /**
   * Requests a place and waits for it at most `waitMs` milliseconds. A repeated call keeps the turn number
   * (fair-places.ts) of the first call.
   */
  take(waitMs: number): Promise<Entered>
  /** Renews the lease of the place. */
  keep(): Promise<void>
  /** Gives the place back, or leaves the queue if no place is held. */
  leave(): Promise<void>
}

/**
 * Returns the `Place` of an extraction or a merge in the fair queue of a region. The region is the first part
 * of `merger`, the name of the first merger that `mergersNear` returns for this work.
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
  // The queue only decides the order of the work; the mergers themselves limit how much they run. So if the
  // queue fails, the work starts without waiting for a place.
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
