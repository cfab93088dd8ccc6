import { languageCode } from '#contract/language-code.ts'
import { isPublicUrl } from '../../egress/public-url.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { readText, type PageText } from '../../fetch/page.ts'
import { hasBelongings, together, type PageItem, type TextTrack } from '../../pages/items/page-item.ts'
import { reading } from '../../process/reading-pool.ts'
import type { Info } from '../../ytdlp/facts.ts'

const MAX_TRACKS = 80

/** The facts about an item of a page, with the subtitles and chapters that the page has for it. */
export async function withBelongings(info: Info, page: PageText, request: RequestOptions): Promise<Info> {
  const items = await reading.read('pageItems', [page.text, page.url.href], request.signal)
  const own = belongingsOf(info, items)
  return {
    ...info,
    subtitles: [...info.subtitles, ...subtitlesOf(own.tracks, info)],
    chapters: info.chapters.length > 1 ? info.chapters : await chaptersOf(own, request),
  }
}

/**
 * Those of the players and objects that name a media link of the item. If it is the only item of the page,
 * also those beside no media: a script gives the film to an element that only has a track.
 */
function belongingsOf(info: Info, all: readonly PageItem[]): PageItem {
  const known = new Set((info.formats ?? [info]).flatMap(({ url, manifest_url }) => [url, manifest_url]))
  const isKnown = (link: string) => known.has(link.split('#', 1)[0]!)
  const named = all.filter(({ media }) => media.some(isKnown))
  if (info.item !== null) return together(named)
  const others = all.filter(hasBelongings)
  const alone = others.filter(({ media }) => media.length === 0)
  const only = named.length + alone.length === 0 && others.length === 1 ? others : []
  return together([...named, ...alone, ...only])
}

function subtitlesOf(tracks: readonly TextTrack[], info: Info): Info['subtitles'] {
  const known = new Set(info.subtitles.map(({ url }) => url))
  return tracks
    .flatMap(({ link: url, language, label }) => {
      if (!isPublicUrl(url) || known.has(url)) return []
      known.add(url)
      const code = language ?? languageCode(label ?? '') ?? 'und'
      return { language: code, name: label, url, track: null, automatic: false, headers: {} }
    })
    .slice(0, MAX_TRACKS)
}

async function chaptersOf(own: PageItem, request: RequestOptions): Promise<Info['chapters']> {
  if (own.chapters.length > 0) return [...own.chapters]
  const [link = null] = own.chapterFiles
  if (!isPublicUrl(link)) return []
  // An item without its chapters is better than none.
  const file = await readText(link, request).catch(() => undefined)
  return file ? [...(await reading.read('linkedChapters', [file.text], request.signal))] : []
}
