import { Failure } from '#contract/failure.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import type { Info } from '../../ytdlp/facts.ts'
import { infoOfEpisode } from './episode.ts'
import type { Episode } from '../../pages/episode.ts'
import { findOpenCopy } from './open-feed.ts'
import { readPage } from '../../fetch/page.ts'
import type { Markup } from '../../html/markup.ts'

// Spotify sends the names of show and episode only to clients that make link previews. A page for browsers
// lacks these names. The page for previews contains:
// - og:title: the name of the episode
// - og:description: "<show> · Episode"
// - music:release_date: the date of release
// - the title of the page: "<episode> - <show> | Podcast on Spotify"
//
// Source: https://github.com/ssarunic/thestill (core/spotify_resolver.py). Spotify also has an oEmbed API
// (https://developer.spotify.com/documentation/embeds/reference/oembed). It returns only the title of the
// episode, which is not unique.
const PREVIEW_CLIENT = { 'user-agent': 'LinkPreview/1.0' }

/** The audio on open.spotify.com itself has DRM. Throws `drm` when no copy is found. */
export async function spotify(link: URL, options: RequestOptions): Promise<Info> {
  const { markup } = await readPage(link.href, options, PREVIEW_CLIENT)
  const copy = await findOpenCopy(namesOf(markup), options)
  if (!copy) throw new Failure('drm', { cause: 'no open copy of the episode' })
  return infoOfEpisode(copy, 'spotify')
}

/** Characters of a title or of the start of a description. */
const MAX_NAMES = 1_000

function namesOf({ meta, title: whole }: Markup): Pick<Episode, 'title' | 'show' | 'date'> {
  const title = meta.get('og:title') ?? null
  const description = (meta.get('og:description') ?? '').slice(0, MAX_NAMES)
  const names = whole?.slice(0, MAX_NAMES).replace(/\s*\|\s*(Podcast on )?Spotify$/i, '') ?? ''
  const fromTitle =
    title && names.startsWith(title) ? /^\s+[-–—]\s+(.+)$/s.exec(names.slice(title.length))?.[1] : null
  const [, fromDescription] = /^(.+?)\s+[·•]\s+Episode$/is.exec(description) ?? []
  return { title, show: fromDescription ?? fromTitle ?? null, date: meta.get('music:release_date') ?? null }
}
