import { hostOf, linkFinder, parseTarget } from '../link.ts'
import { applePodcasts } from './apple-podcasts.ts'
import { bilibili } from './bilibili.ts'
import { castbox } from './castbox.ts'
import { facebook } from './facebook.ts'
import { instagram } from './instagram.ts'
import { INVALID_LINK, NO_LINK, reject, type Accepted, type Platform } from './platform.ts'
import { playerfm } from './playerfm.ts'
import { soundcloud } from './soundcloud.ts'
import { spotify } from './spotify.ts'
import { tiktok } from './tiktok.ts'
import { tunein } from './tunein.ts'
import { twitter } from './twitter.ts'
import { vimeo } from './vimeo.ts'
import { xiaohongshu } from './xiaohongshu.ts'
import { xiaoyuzhou } from './xiaoyuzhou.ts'
import { youtube } from './youtube.ts'

/** All platforms by priority. One without paths has no page. */
export const platforms: readonly Platform[] = [
  youtube,
  tiktok,
  twitter,
  facebook,
  instagram,
  vimeo,
  bilibili,
  xiaohongshu,
  applePodcasts,
  soundcloud,
  tunein,
  playerfm,
  castbox,
  xiaoyuzhou,
  spotify,
]

const byId = new Map(platforms.map((platform) => [platform.id, platform]))
const byHost = new Map(
  platforms.flatMap((platform) => platform.hosts.map((host) => [host, platform] as const)),
)
const byPath = new Map(
  platforms.flatMap((platform) => platform.paths.map((path) => [path, platform] as const)),
)
const links = linkFinder([...byHost.keys()])

/** Sentences of the home page for its own failures (specification, section 8). */
export const homeMessages: Platform['messages'] = {
  failed: 'Failed to process video',
  noDetails: 'Could not retrieve video details. The response was not in the expected format.',
  exception: 'An error occurred while processing the video',
}

/** The platform of an id, as brands and requests name it. */
export function platformById(id: string): Platform | undefined {
  return byId.get(id)
}

/** The platform a link belongs to, by its host or a part of it from the right. */
export function platformOf(url: URL): Platform | undefined {
  const labels = hostOf(url).split('.')
  for (let from = 0; from < labels.length; from++) {
    const platform = byHost.get(labels.slice(from).join('.'))
    if (platform) return platform
  }
  return undefined
}

/** The platform page at a path, with or without its slashes; `path` comes back as it stands among the platform's paths. */
export function pageOf(path: string): { platform: Platform; path: string } | undefined {
  const plain = path.replace(/^\/|\/$/g, '')
  const platform = byPath.get(plain)
  return platform && { platform, path: plain }
}

/** The first link in a pasted text of any language; a known site's link may lack its scheme, which is added. */
export function findLink(text: string): string | undefined {
  return links(text)[0]
}

/** The home page's rule: one public link of any site, a known platform's by that platform's own rule. */
export function acceptAny(text: string): Accepted {
  if (!text.trim()) return reject(NO_LINK)
  const link = findLink(text)
  const url = link === undefined ? undefined : parseTarget(link)
  if (!url) return reject(INVALID_LINK)
  return platformOf(url)?.accept(url.href) ?? { ok: true, url: url.href }
}

/** The form in which an accepted link is extracted and remembered. Never throws; a link that was not accepted stays as it is. */
export function canonicalLink(url: string): { url: string; platform: Platform | undefined } {
  const target = parseTarget(url)
  if (!target) return { url, platform: undefined }
  const platform = platformOf(target)
  if (platform) return { url: platform.canonical(target), platform }
  // A fragment never reaches a server, unless it is a page's own way of naming its places.
  if (!/^#[!/]/.test(target.hash)) target.hash = ''
  return { url: target.href, platform }
}
