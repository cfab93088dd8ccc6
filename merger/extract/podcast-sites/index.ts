import type { RequestOptions } from '../../fetch/http-get.ts'
import type { Info } from '../../ytdlp/facts.ts'
import { APPLE_SHOW, appleShow } from './apple-show.ts'
import { castbox } from './castbox.ts'
import { spotify } from './spotify.ts'
import { xiaoyuzhou } from './xiaoyuzhou.ts'

type PodcastSite = {
  hosts: readonly string[]
  path: RegExp
  read: (link: URL, options: RequestOptions, item: number | undefined) => Promise<Info>
}

/** yt-dlp cannot extract these sites. */
const sites: readonly PodcastSite[] = [
  { hosts: ['castbox.fm', 'www.castbox.fm', 'd.castbox.fm'], path: /^\/[^/]/, read: castbox },
  {
    hosts: ['www.xiaoyuzhoufm.com', 'xiaoyuzhoufm.com'],
    path: /^\/episode\/[\da-f]{8,}/i,
    read: xiaoyuzhou,
  },
  { hosts: ['podcasts.apple.com'], path: APPLE_SHOW, read: appleShow },
  {
    hosts: ['open.spotify.com'],
    path: /^\/(?:intl-[a-z-]+\/)?episode\/[A-Za-z\d]{22}(?:\?|$)/,
    read: spotify,
  },
]

export function podcastSiteFor(
  link: string,
): ((options: RequestOptions, item?: number) => Promise<Info>) | undefined {
  const url = new URL(link)
  const site = sites.find(
    ({ hosts, path }) => hosts.includes(url.hostname) && path.test(url.pathname + url.search),
  )
  return site && ((options, item) => site.read(url, options, item))
}
