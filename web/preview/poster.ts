import { MAX_LINK_LENGTH } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

// During a merge, the page shows the item's thumbnail and, on top of it, the percentage. Before playback
// starts, the player shows the thumbnail. The page requests thumbnails only from our image proxy. The image
// proxy refuses a URL without a valid grant.

/** The URL of a thumbnail, and the grant to fetch it through our image proxy. */
export type Poster = { url: string; grant: string }

/**
 * Parses the thumbnail URL in the result of an extraction (`paths.imageProxy?url=...&g=...`). Returns null
 * for any other text.
 */
export function posterOf(thumbnail: string | null | undefined): Poster | null {
  if (!thumbnail?.startsWith(`${paths.imageProxy}?`)) return null
  const query = new URLSearchParams(thumbnail.slice(paths.imageProxy.length + 1))
  return checkedPoster(query.get('url'), query.get('g'))
}

/**
 * Returns a thumbnail with the given URL and grant. Returns null if the URL or the grant is missing or
 * malformed, or if they are too long.
 */
export function checkedPoster(url: string | null, grant: string | null): Poster | null {
  if (!url || !grant || !/^[\w.-]+$/.test(grant) || url.length + grant.length >= MAX_LINK_LENGTH) return null
  return /^https?:\/\//.test(url) && URL.canParse(url) ? { url, grant } : null
}

/**
 * Returns the URL of a thumbnail on our image proxy. The panel of formats uses the same URL, so the browser
 * can take the thumbnail from its cache.
 */
export const posterPath = ({ url, grant }: Poster): string =>
  `${paths.imageProxy}?${new URLSearchParams({ url, g: grant }).toString()}`
