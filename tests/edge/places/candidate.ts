import type { Candidate, FairPlaces } from '../../../edge/places/fair-places.ts'

let ids = 0

/** Each candidate has another id. */
export const candidate = (visitor: string, domain = `${visitor}.example`, isKnown = true): Candidate => ({
  id: `${visitor}-${ids++}`,
  visitor,
  network: visitor,
  domain,
  isKnown,
})

/** Each of the waiting ends as soon as it has a place. Returns their ids in the order of their places. */
export function servedAfter(places: FairPlaces, holder: Candidate): string[] {
  const order: string[] = []
  for (let [id] = places.leave(holder.id).granted; id !== undefined; [id] = places.leave(id).granted)
    order.push(id)
  return order
}
