import type { RequestOptions } from '../../fetch/request.ts'
import type { Info } from '../../ytdlp/facts.ts'
import { castbox } from './castbox.ts'
import { spotify } from './spotify.ts'
import { xiaoyuzhou } from './xiaoyuzhou.ts'

type App = {
  hosts: readonly string[]
  path: RegExp
  read: (link: URL, way: RequestOptions) => Promise<Info>
}

/** Sites that yt-dlp cannot read, or only refuses. */
const apps: readonly App[] = [
  { hosts: ['castbox.fm', 'www.castbox.fm', 'd.castbox.fm'], path: /^\/[^/]/, read: castbox },
  {
    hosts: ['www.xiaoyuzhoufm.com', 'xiaoyuzhoufm.com'],
    path: /^\/episode\/[\da-f]{8,}/i,
    read: xiaoyuzhou,
  },
  { hosts: ['open.spotify.com'], path: /^\/episode\/[A-Za-z\d]{22}$/, read: spotify },
]

/** Reads a link of ours to read; undefined for those that are yt-dlp's. */
export function appFor(link: string): ((way: RequestOptions) => Promise<Info>) | undefined {
  const url = new URL(link)
  const app = apps.find(({ hosts, path }) => hosts.includes(url.hostname) && path.test(url.pathname))
  return app && ((way) => app.read(url, way))
}
