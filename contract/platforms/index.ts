import { hostOf, linkFinder, parsePublicLink } from '../link.ts'
import { all } from './all.ts'
import { whyNoLink, whyRefused } from '../refused-link.ts'
import { unwrap } from '../wrapped-link.ts'
import { NO_LINK, reject, type Accepted, type Platform } from './platform.ts'

export const platforms: readonly Platform[] = all.toSorted((a, b) => a.priority - b.priority)

const byId = new Map(platforms.map((platform) => [platform.id, platform]))
const byHost = new Map(
  platforms.flatMap((platform) => platform.hosts.map((host) => [host, platform] as const)),
)
const byPath = new Map(
  platforms.flatMap((platform) => platform.paths.map((path) => [path, platform] as const)),
)
const links = linkFinder([...byHost.keys()])

export function platformById(id: string): Platform | undefined {
  return byId.get(id)
}

export function platformOf(url: URL): Platform | undefined {
  const labels = hostOf(url).split('.')
  for (let from = 0; from < labels.length; from++) {
    const platform = byHost.get(labels.slice(from).join('.'))
    if (platform) return platform
  }
  return undefined
}

/** Whether a platform's own shortener may lead the link to any site. */
export function leadsAnywhere(url: URL): boolean {
  return platformOf(url)?.redirectHosts?.includes(hostOf(url)) ?? false
}

/** The platform that a link's item is on; undefined also for a link that may lead anywhere. */
export function servedBy(url: URL): Platform | undefined {
  return leadsAnywhere(url) ? undefined : platformOf(url)
}

export function pageOf(path: string): { platform: Platform; path: string } | undefined {
  const plain = path.replace(/^\/|\/$/g, '')
  const platform = byPath.get(plain)
  return platform && { platform, path: plain }
}

export function findLinks(text: string): string[] {
  return links(text)
}

export function findLink(text: string): string | undefined {
  const [link] = links(text)
  return link === undefined ? undefined : unwrap(link)
}

export function acceptAny(text: string): Accepted {
  if (!text.trim()) return reject(NO_LINK)
  const link = findLink(text)
  if (link === undefined) return reject(whyNoLink(text))
  const url = parsePublicLink(link)
  if (!url) return reject(whyRefused(link))
  return platformOf(url)?.accept(url.href) ?? { ok: true, url: url.href }
}

/**
 * The link as the visitor knows it: the canonical link if it is on the same site, else the pasted link
 * without what the item does not need.
 */
export function shownLink(pasted: string): string {
  const target = parsePublicLink(pasted)
  const { url: canonical } = canonicalLink(pasted)
  if (!target || siteOf(target) === siteOf(new URL(canonical))) return canonical
  const bare = `${target.origin}${target.pathname}`
  return canonicalLink(bare).url === canonical ? bare : target.href
}

const siteOf = (url: URL) => hostOf(url).replace(/^(?:www|m)\./, '')

/** Never throws: a link that `parsePublicLink` refuses is returned unchanged. */
export function canonicalLink(url: string): { url: string; platform: Platform | undefined } {
  const target = parsePublicLink(url)
  if (!target) return { url, platform: undefined }
  const platform = platformOf(target)
  if (platform) return { url: platform.canonical(target), platform }
  // The fragment is removed, because browsers do not send it to servers. A fragment that begins with `#!` or
  // `#/` stays, because single-page sites use it as the path of a page.
  if (!/^#[!/]/.test(target.hash)) target.hash = ''
  return { url: target.href, platform }
}
