import { readSubtitles } from '../../../../media/subtitles/read.ts'
import type { RequestOptions } from '../../../fetch/http-get.ts'
import { readText, type Page } from '../../../fetch/page.ts'
import { json } from '../../../html/loose-json.ts'
import type { Info } from '../../../ytdlp/facts.ts'
import { languageCode } from '#contract/language-code.ts'
import { absoluteLink } from '../absolute-link.ts'
import { itemsOn } from './items-on.ts'
import { objectItems } from './object-items.ts'
import { hasBelongings, together, type Chapter, type PageItem, type TextTrack } from './page-item.ts'

const MAX_TRACKS = 80
const MAX_CHAPTERS = 500

/** The facts about an item of a page, with the subtitles and chapters that the page has for it. */
export async function withBelongings(info: Info, page: Page, request: RequestOptions): Promise<Info> {
  const own = belongingsOf(info, page)
  return {
    ...info,
    subtitles: [...info.subtitles, ...subtitlesOf(own.tracks, info, page)],
    chapters: info.chapters.length > 1 ? info.chapters : await chaptersOf(own, page, request),
  }
}

/**
 * Those of the players and objects that name a media link of the item. If it is the only item of the page,
 * also those beside no media: a script gives the film to an element that only has a track.
 */
function belongingsOf(info: Info, page: Page): PageItem {
  const all = itemsOn(page.markup)
  const known = new Set((info.formats ?? [info]).flatMap(({ url, manifest_url }) => [url, manifest_url]))
  const isKnown = (link: string) => known.has(absoluteLink(link, page)?.split('#', 1)[0] ?? '')
  const named = all.filter(({ media }) => media.some(isKnown))
  if (info.item !== null) return together(named)
  const others = all.filter(hasBelongings)
  const alone = others.filter(({ media }) => media.length === 0)
  const only = named.length + alone.length === 0 && others.length === 1 ? others : []
  return together([...named, ...alone, ...only])
}

function subtitlesOf(tracks: readonly TextTrack[], info: Info, page: Page): Info['subtitles'] {
  const known = new Set(info.subtitles.map(({ url }) => url))
  return tracks
    .flatMap(({ link, language, label }) => {
      const url = absoluteLink(link, page)
      if (url === undefined || known.has(url)) return []
      known.add(url)
      const code = language ?? languageCode(label ?? '') ?? 'und'
      return { language: code, name: label, url, track: null, automatic: false, headers: {} }
    })
    .slice(0, MAX_TRACKS)
}

async function chaptersOf(own: PageItem, page: Page, request: RequestOptions): Promise<Info['chapters']> {
  if (own.chapters.length > 0) return own.chapters.slice(0, MAX_CHAPTERS)
  const link = absoluteLink(own.chapterFiles[0], page)
  if (link === undefined) return []
  // An item without its chapters is better than none.
  const { text = '' } = (await readText(link, request).catch(() => undefined)) ?? {}
  return chaptersIn(text).slice(0, MAX_CHAPTERS)
}

/** WebVTT, or the JSON of podcasts. */
function chaptersIn(text: string): readonly Chapter[] {
  const stated = json(text)
  if (stated !== undefined) return together(objectItems([stated])).chapters
  return (readSubtitles(text) ?? []).map(({ start, lines }) => ({ start, title: lines.join(' ') }))
}
