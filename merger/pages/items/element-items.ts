import type { Markup } from '../../html/markup.ts'
import type { Tag } from '../../html/tag.ts'
import { NOTHING, together, type PageItem } from './page-item.ts'
import { trackOf } from './text-track.ts'

/** Elements of HTML, of AMP and of players: `<hls-video>`, `<media-player>`, `<mux-player>`. */
const PLAYER = /(?:^|-)(?:video|audio|player|media)(?:-|$)/
const SOURCES = ['src', 'data-src', 'data-video-src', 'data-source', 'data-video', 'data-audio']

/** The players of a page, with their sources and tracks. */
export function elementItems(page: Markup): PageItem[] {
  const items: PageItem[] = []
  let end = 0
  for (const tag of page.tags) {
    // A player inside another one belongs to it.
    if (tag.at < end || !PLAYER.test(tag.name)) continue
    end = tag.end ?? endOf(tag, page.tags)
    items.push(itemOf(tag, page.inside(tag, end)))
  }
  return items
}

/** Some pages forget the end tag of a player. */
function endOf(player: Tag, tags: readonly Tag[]): number {
  let end = player.at + 1
  while (/^(?:source|track)$/.test(tags[end]?.name ?? '')) end++
  return end
}

function itemOf(player: Tag, inside: readonly Tag[]): PageItem {
  const tracks = inside.flatMap((tag) => (tag.name === 'track' ? (elementTrack(tag) ?? []) : []))
  const media = [player, ...inside.filter(({ name }) => name === 'source' || PLAYER.test(name))].flatMap(
    sourceOf,
  )
  return together([{ ...NOTHING, media }, ...tracks])
}

const sourceOf = (tag: Tag): string | [] =>
  SOURCES.map((name) => tag.get(name)?.trim()).find((link) => link && !/^(?:blob|data|about):/i.test(link)) ??
  []

/** HTML, section 4.8.11.1: a track without a kind has subtitles. */
function elementTrack(tag: Tag): PageItem | undefined {
  const link = (tag.get('src') ?? tag.get('data-src'))?.trim()
  if (!link) return undefined
  return trackOf({
    link,
    kind: tag.get('kind') || 'subtitles',
    type: null,
    language: tag.get('srclang') || tag.get('lang') || null,
    label: tag.get('label') || null,
  })
}
