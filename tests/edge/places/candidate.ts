import type { Candidate } from '../../../edge/places/fair-places.ts'

let ids = 0

/** Each candidate has another id. */
export const candidate = (visitor: string, domain = `${visitor}.example`, isKnown = true): Candidate => ({
  id: `${visitor}-${ids++}`,
  visitor,
  network: visitor,
  domain,
  isKnown,
})
