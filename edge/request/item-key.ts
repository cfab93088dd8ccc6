import { hostOf } from '#contract/link.ts'
import { canonicalLink } from '#contract/platforms/index.ts'

/**
 * Query parameters that the item key leaves out: the number of a part of a Bilibili video (`p`), the token of
 * a Xiaohongshu share, and the hash of an unlisted Vimeo video (`h`).
 */
const NEEDLESS = ['p', 'xsec_token', 'xsec_source', 'h']

/**
 * Returns the item key: a text that is the same for all links to one item.
 * - For a known platform, the key consists of the platform's id and the canonical link. These parts are left
 *   out: the number of a video in its post, the country of a podcast page, and the parameters in NEEDLESS.
 * - For other sites, the key consists of host and path.
 *
 * The following do not change the key: scheme, `www.`, port, a dot at the end of the host, extra slashes and
 * needless percent escapes.
 */
export function itemKey(link: string): string {
  const { url, platform } = canonicalLink(link)
  const parsed = new URL(url)
  const host = hostOf(parsed).replace(/^www\./, '')
  const path = parsed.pathname.split('/').filter(Boolean).map(unescaped).join('/')
  if (!platform) return `${host}/${path}`
  for (const name of NEEDLESS) parsed.searchParams.delete(name)
  const query = parsed.searchParams.toString()
  return `${platform.id}:${host}/${itemPath(platform.id, path, query)}`
}

/**
 * Returns the path and the query that identify an item of a platform. Different links to one item get the
 * same result: links to an X (Twitter) post with or without the number of a video, Apple links with or
 * without a country, and Facebook links with /reel/ or with /watch.
 */
function itemPath(platform: string, path: string, query: string): string {
  const [, reel] = /^reel\/(\d+)$/.exec(path) ?? []
  if (platform === 'facebook' && reel) return `watch?v=${reel}`
  const item = path
    .replace(/(\/status\/\d+)\/(?:video|photo)\/\d+$/, '$1')
    .replace(/^[a-z]{2}\/podcast\//, 'podcast/')
  return `${item}${query && `?${query}`}`
}

/** Decodes a path segment: "%31" becomes "1". A malformed escape is returned unchanged. */
function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // decodeURIComponent throws a URIError for a malformed escape such as "%zz".
  }
}
