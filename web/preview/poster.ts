import { MAX_LINK_LENGTH } from '#contract/limits.ts'

// The picture of an item stands behind the percentage and on the player. It comes from our image proxy alone, and only
// with a grant: what somebody else wrote into an address is never asked for.

/** A picture's link and the grant to fetch it. */
export type Poster = { url: string; grant: string }

const IMAGE_PROXY = '/api/image-proxy'

/** The picture that an extraction names: `/api/image-proxy?url=...&g=...`; null for all else. */
export function posterOf(thumbnail: string | null | undefined): Poster | null {
  if (!thumbnail?.startsWith(`${IMAGE_PROXY}?`)) return null
  const query = new URLSearchParams(thumbnail.slice(IMAGE_PROXY.length + 1))
  return parsePoster(query.get('url'), query.get('g'))
}

/** A picture as an address names it, or null when it has no grant or cannot be one. */
export function parsePoster(url: string | null, grant: string | null): Poster | null {
  if (!url || !grant || !/^[\w.-]+$/.test(grant) || url.length + grant.length >= MAX_LINK_LENGTH) return null
  return /^https?:\/\//.test(url) && URL.canParse(url) ? { url, grant } : null
}

/** Where a page gets the picture: the very address that the list of formats had, so that the browser has it at hand. */
export const posterPath = ({ url, grant }: Poster): string =>
  `${IMAGE_PROXY}?${new URLSearchParams({ url, g: grant }).toString()}`
