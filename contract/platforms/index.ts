import { hostOf, linkFinder, parsePublicLink } from '../link.ts'
import { all } from './all.ts'
import { unwrap } from '../wrapped-link.ts'
import { INVALID_LINK, NO_LINK, reject, type Accepted, type Platform } from './platform.ts'

/** All platforms by priority. A platform without paths has no page. */
export const platforms: readonly Platform[] = all.toSorted((a, b) => a.priority - b.priority)

const byId = new Map(platforms.map((platform) => [platform.id, platform]))
const byHost = new Map(
  platforms.flatMap((platform) => platform.hosts.map((host) => [host, platform] as const)),
)
const byPath = new Map(
  platforms.flatMap((platform) => platform.paths.map((path) => [path, platform] as const)),
)
const links = linkFinder([...byHost.keys()])

/** Messages of the home page for failures that have none of their own (docs/specification.md, section 8). */
export const homeMessages: Platform['messages'] = {
  failed: 'Failed to process video',
  noDetails: 'Could not retrieve video details. The response was not in the expected format.',
  exception: 'An error occurred while processing the video',
}

/** The platform with an id. Brands and requests name platforms by id. */
export function platformById(id: string): Platform | undefined {
  return byId.get(id)
}

/** The platform of a link, by its host or a parent domain. */
export function platformOf(url: URL): Platform | undefined {
  const labels = hostOf(url).split('.')
  for (let from = 0; from < labels.length; from++) {
    const platform = byHost.get(labels.slice(from).join('.'))
    if (platform) return platform
  }
  return undefined
}

/** The platform page at a path, with or without outer slashes; the returned `path` has none. */
export function pageOf(path: string): { platform: Platform; path: string } | undefined {
  const plain = path.replace(/^\/|\/$/g, '')
  const platform = byPath.get(plain)
  return platform && { platform, path: plain }
}

/**
 * The links in a pasted text of any language, in their order. Links of known platforms may lack their scheme;
 * it is added.
 */
export function findLinks(text: string): string[] {
  return links(text)
}

/** The first link in a pasted text (see `findLinks`). */
export function findLink(text: string): string | undefined {
  const [link] = links(text)
  return link === undefined ? undefined : unwrap(link)
}

/**
 * The rule of the home page: a public link of any site. Links of known platforms follow the platform's rule.
 */
export function acceptAny(text: string): Accepted {
  if (!text.trim()) return reject(NO_LINK)
  const link = findLink(text)
  const url = link === undefined ? undefined : parsePublicLink(link)
  if (!url) return reject(INVALID_LINK)
  return platformOf(url)?.accept(url.href) ?? { ok: true, url: url.href }
}

/**
 * The form in which an accepted link is extracted and cached. Never throws; a link that no rule accepts is
 * returned unchanged.
 */
export function canonicalLink(url: string): { url: string; platform: Platform | undefined } {
  const target = parsePublicLink(url)
  if (!target) return { url, platform: undefined }
  const platform = platformOf(target)
  if (platform) return { url: platform.canonical(target), platform }
  // Fragments are not sent to servers, but `#!` and `#/` are routes of single-page sites.
  if (!/^#[!/]/.test(target.hash)) target.hash = ''
  return { url: target.href, platform }
}
