import { hostOf, linkFinder, parsePublicLink } from '../link.ts'
import { all } from './all.ts'
import { unwrap } from '../wrapped-link.ts'
import { INVALID_LINK, NO_LINK, reject, type Accepted, type Platform } from './platform.ts'

/** All platforms, sorted by priority. A platform without paths has no page. */
export const platforms: readonly Platform[] = all.toSorted((a, b) => a.priority - b.priority)

const byId = new Map(platforms.map((platform) => [platform.id, platform]))
const byHost = new Map(
  platforms.flatMap((platform) => platform.hosts.map((host) => [host, platform] as const)),
)
const byPath = new Map(
  platforms.flatMap((platform) => platform.paths.map((path) => [path, platform] as const)),
)
const links = linkFinder([...byHost.keys()])

/**
 * Messages of the home page for failures that have no sentence of their own (docs/specification.md, section
 * 8).
 */
export const homeMessages: Platform['messages'] = {
  failed: 'Failed to process video',
  noDetails: 'Could not retrieve video details. The response was not in the expected format.',
  exception: 'An error occurred while processing the video',
}

/** Returns the platform with this id, or undefined. Brands and requests refer to platforms by id. */
export function platformById(id: string): Platform | undefined {
  return byId.get(id)
}

/**
 * Returns the platform of a link: the platform whose hosts include the link's host or a parent domain of this
 * host.
 */
export function platformOf(url: URL): Platform | undefined {
  const labels = hostOf(url).split('.')
  for (let from = 0; from < labels.length; from++) {
    const platform = byHost.get(labels.slice(from).join('.'))
    if (platform) return platform
  }
  return undefined
}

/**
 * Returns the platform to whose page a path belongs. The path may begin and end with a slash; the returned
 * `path` has neither.
 */
export function pageOf(path: string): { platform: Platform; path: string } | undefined {
  const plain = path.replace(/^\/|\/$/g, '')
  const platform = byPath.get(plain)
  return platform && { platform, path: plain }
}

/**
 * Returns the links in a pasted text of any language, in their order. A link of a known platform is found
 * even without its scheme, and the scheme is added.
 */
export function findLinks(text: string): string[] {
  return links(text)
}

/**
 * Returns the first link in a pasted text (see `findLinks`). If the link is a redirect or a consent page,
 * returns its target.
 */
export function findLink(text: string): string | undefined {
  const [link] = links(text)
  return link === undefined ? undefined : unwrap(link)
}

/**
 * Accepts a text on the home page: a public link of any site. For a link of a known platform the rule of that
 * platform decides.
 */
export function acceptAny(text: string): Accepted {
  if (!text.trim()) return reject(NO_LINK)
  const link = findLink(text)
  const url = link === undefined ? undefined : parsePublicLink(link)
  if (!url) return reject(INVALID_LINK)
  return platformOf(url)?.accept(url.href) ?? { ok: true, url: url.href }
}

/**
 * Returns the canonical form of an accepted link. The item is extracted and cached under this form. Never
 * throws. A link that `parsePublicLink` refuses is returned unchanged.
 */
export function canonicalLink(url: string): { url: string; platform: Platform | undefined } {
  const target = parsePublicLink(url)
  if (!target) return { url, platform: undefined }
  const platform = platformOf(target)
  if (platform) return { url: platform.canonical(target), platform }
  // Browsers do not send fragments to servers, so a fragment is removed. Fragments that begin with `#!` or
  // `#/` are routes of single-page sites and stay.
  if (!/^#[!/]/.test(target.hash)) target.hash = ''
  return { url: target.href, platform }
}
