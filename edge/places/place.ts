import { causeText } from '#contract/cause-text.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { log } from '../log.ts'
import { domainOf } from '../media/registrable-domain.ts'
import type { Candidate, Entered } from './fair-places.ts'
import type { WorkKind } from './places.ts'

/** Work that needs a place: its own id, the keyed hash of its visitor (`visitorKey`), and its source link. */
export type Work = { id: string; visitor: string; link: string }

/** The place of one piece of work in the fair queue of a region. */
export type Place = {
  /** Asks for the place and waits at most `waitMs` milliseconds. It may be asked for again and again. */
  take(waitMs: number): Promise<Entered>
  /** Renews the lease of the place. */
  keep(): Promise<void>
  /** Gives the place back, or leaves the queue. */
  leave(): Promise<void>
}

/** The place of a piece of work. `merger`: the merger that is asked first for new work near the visitor. */
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
  // The queue only orders work. The mergers bound it, so an error here must not stop the service.
  const noted = (error: unknown) => log('places_failed', { cause: causeText(error) })
  return {
    take: async (waitMs) => {
      try {
        return await places.take(kind, candidate, waitMs)
      } catch (error) {
        noted(error)
        return 'granted'
      }
    },
    keep: () => places.keep(kind, candidate).catch(noted),
    leave: () => places.leave(kind, id).catch(noted),
  }
}
