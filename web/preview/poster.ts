import { MAX_LINK_LENGTH } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

// The picture of an item stands behind the percentage and on the player. It comes from our image proxy alone, and only
// with a grant: what somebody else wrote into an address is never asked for.

/** A picture's link and the grant to fetch it. */
export type Poster = { url: string; grant: string }

/** Reads a thumbnail link of an extraction (`paths.imageProxy?url=...&g=...`); null for any other text. */
export function posterOf(thumbnail: string | null | undefined): Poster | null {
  if (!thumbnail?.startsWith(`${paths.imageProxy}?`)) return null
  const query = new URLSearchParams(thumbnail.slice(paths.imageProxy.length + 1))
  return parsePoster(query.get('url'), query.get('g'))
}

/** A picture as an address names it, or null when it has no grant or cannot be one. */
export function parsePoster(url: string | null, grant: string | null): Poster | null {
  if (!url || !grant || !/^[\w.-]+$/.test(grant) || url.length + grant.length >= MAX_LINK_LENGTH) return null
  return /^https?:\/\//.test(url) && URL.canParse(url) ? { url, grant } : null
}

/** Where a page gets the picture: the very address that the list of formats had, so that the browser has it at hand. */
export const posterPath = ({ url, grant }: Poster): string =>
  `${paths.imageProxy}?${new URLSearchParams({ url, g: grant }).toString()}`
