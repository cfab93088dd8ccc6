import { readSubtitles } from '#media/subtitles/read.ts'
import { json } from '../../html/loose-json.ts'
import { objectItems } from './object-items.ts'
import { together, type Chapter } from './page-item.ts'

const MAX_CHAPTERS = 500

/** Chapters of a file beside a page: WebVTT, or the JSON of podcasts. */
export function linkedChapters(text: string): readonly Chapter[] {
  const stated = json(text)
  const all =
    stated === undefined
      ? (readSubtitles(text) ?? []).map(({ start, lines }) => ({ start, title: lines.join(' ') }))
      : together(objectItems([stated])).chapters
  return all.slice(0, MAX_CHAPTERS)
}
