import { MAX_LINK_LENGTH } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

// During a merge, the page shows the item's thumbnail and, on top of it, the percentage. Before playback
// starts, the player shows the thumbnail. The page requests thumbnails only from our image proxy. The image
// proxy refuses a URL without a valid grant.

export type Poster = { url: string; grant: string }

export function posterOf(thumbnail: string | null | undefined): Poster | null {
  if (!thumbnail?.startsWith(`${paths.imageProxy}?`)) return null
  const query = new URLSearchParams(thumbnail.slice(paths.imageProxy.length + 1))
  return checkedPoster(query.get('url'), query.get('g'))
}

export function checkedPoster(url: string | null, grant: string | null): Poster | null {
  if (!url || !grant || !/^[\w.-]+$/.test(grant) || url.length + grant.length >= MAX_LINK_LENGTH) return null
  return /^https?:\/\//.test(url) && URL.canParse(url) ? { url, grant } : null
}

export const posterPath = ({ url, grant }: Poster): string =>
  `${paths.imageProxy}?${new URLSearchParams({ url, g: grant }).toString()}`
