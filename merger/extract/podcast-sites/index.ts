import type { RequestOptions } from '../../fetch/http-get.ts'
import type { Info } from '../../ytdlp/facts.ts'
import { castbox } from './castbox.ts'
import { spotify } from './spotify.ts'
import { xiaoyuzhou } from './xiaoyuzhou.ts'

type PodcastSite = {
  hosts: readonly string[]
  path: RegExp
  read: (link: URL, options: RequestOptions) => Promise<Info>
}

/** The sites that the merger reads itself, because yt-dlp cannot extract them. */
const sites: readonly PodcastSite[] = [
  { hosts: ['castbox.fm', 'www.castbox.fm', 'd.castbox.fm'], path: /^\/[^/]/, read: castbox },
  {
    hosts: ['www.xiaoyuzhoufm.com', 'xiaoyuzhoufm.com'],
    path: /^\/episode\/[\da-f]{8,}/i,
    read: xiaoyuzhou,
  },
  { hosts: ['open.spotify.com'], path: /^\/episode\/[A-Za-z\d]{22}$/, read: spotify },
]

/** Returns the merger's own reader for this link; undefined when yt-dlp extracts it. */
export function podcastSiteFor(link: string): ((options: RequestOptions) => Promise<Info>) | undefined {
  const url = new URL(link)
  const site = sites.find(({ hosts, path }) => hosts.includes(url.hostname) && path.test(url.pathname))
  return site && ((options) => site.read(url, options))
}
