import { hostOf } from '#contract/link.ts'
import { canonicalLink } from '#contract/platforms/index.ts'

/** The number of a part of a Bilibili video (`p`), and the hash of an unlisted Vimeo video (`h`). */
const NEEDLESS = ['p', 'xsec_token', 'xsec_source', 'h']

/** Returns the item key: a text that is the same for all links to one item. */
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

/** X (Twitter) posts with or without the number of a video, Apple links with or without a country. */
function itemPath(platform: string, path: string, query: string): string {
  const [, reel] = /^reel\/(\d+)$/.exec(path) ?? []
  if (platform === 'facebook' && reel) return `watch?v=${reel}`
  const item = path
    .replace(/(\/status\/\d+)\/(?:video|photo)\/\d+$/, '$1')
    .replace(/^[a-z]{2}\/podcast\//, 'podcast/')
  return `${item}${query && `?${query}`}`
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // decodeURIComponent throws a URIError for a malformed escape such as "%zz".
  }
}
