import { MAX_LINK_LENGTH } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

// The thumbnail of an item is shown behind the percentage and on the player. The page requests it only from
// our image proxy and only with a grant, so a forged URL is never requested.

/** The URL of a thumbnail, and the grant to fetch it through our image proxy. */
export type Poster = { url: string; grant: string }

/**
 * Reads the thumbnail URL of an extraction (`paths.imageProxy?url=...&g=...`). Returns null for any other
 * text.
 */
export function posterOf(thumbnail: string | null | undefined): Poster | null {
  if (!thumbnail?.startsWith(`${paths.imageProxy}?`)) return null
  const query = new URLSearchParams(thumbnail.slice(paths.imageProxy.length + 1))
  return parsePoster(query.get('url'), query.get('g'))
}

/** Returns the thumbnail of a preview link, or null if its URL or its grant is missing or malformed. */
export function parsePoster(url: string | null, grant: string | null): Poster | null {
  if (!url || !grant || !/^[\w.-]+$/.test(grant) || url.length + grant.length >= MAX_LINK_LENGTH) return null
  return /^https?:\/\//.test(url) && URL.canParse(url) ? { url, grant } : null
}

/**
 * Returns the URL of a thumbnail. It equals the URL in the list of formats, so that the browser can use its
 * cache.
 */
export const posterPath = ({ url, grant }: Poster): string =>
  `${paths.imageProxy}?${new URLSearchParams({ url, g: grant }).toString()}`
