import { Failure } from '#contract/failure.ts'
import type { RequestOptions } from '../../fetch/request.ts'
import type { Info } from '../../ytdlp/facts.ts'
import { infoOf, type Episode } from './episode.ts'
import { openCopy } from './open-feed.ts'
import { metaOf, readPage, titleOf } from './page.ts'

// Facts of https://github.com/ssarunic/thestill (core/spotify_resolver.py): a browser gets an empty shell, a reader of link
// previews gets og:title (the episode), og:description ("<show> · Episode"), music:release_date, and a title of the form
// "<episode> - <show> | Podcast on Spotify". https://developer.spotify.com/documentation/embeds/reference/oembed knows the
// title alone, which would not be enough to tell one episode from another.
const READER = { 'user-agent': 'LinkPreview/1.0' }

/** The open copy of an episode of open.spotify.com; its own audio is protected. Throws `drm` when there is none. */
export async function spotify(link: URL, way: RequestOptions): Promise<Info> {
  const { text: page } = await readPage(link.href, way, READER)
  const open = await openCopy(namesIn(page), way)
  if (!open) throw new Failure('drm', { cause: 'no open copy of the episode' })
  return infoOf(open, 'spotify')
}

function namesIn(page: string): Pick<Episode, 'title' | 'show' | 'date'> {
  const meta = metaOf(page)
  const title = meta.get('og:title') ?? null
  const whole = titleOf(page)?.replace(/\s*\|\s*(Podcast on )?Spotify$/i, '') ?? ''
  const behind =
    title && whole.startsWith(title) ? /^\s+[-–—]\s+(.+)$/s.exec(whole.slice(title.length))?.[1] : null
  const [, before] = /^(.+?)\s+[·•]\s+Episode$/is.exec(meta.get('og:description') ?? '') ?? []
  return { title, show: before ?? behind ?? null, date: meta.get('music:release_date') ?? null }
}
