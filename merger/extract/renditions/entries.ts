import { cut } from '#contract/cut.ts'
import type { Extraction, ListedItem } from '#contract/engine/extraction.ts'
import { isPublicUrl } from '../../egress/public-url.ts'
import type { Info } from '../../ytdlp/facts.ts'
import { passable } from './headers.ts'
import { dayOf, line } from './text.ts'

const MAX_TITLE = 300

export function listedItems(info: Info, bound: boolean): Extraction['entries'] {
  const entries = info.entries ?? []
  if (entries.length < 2) return undefined
  return entries.map(({ index, kind, title, duration, thumbnail, date, picture }): ListedItem => {
    const isShown = picture !== null && isPublicUrl(picture.url)
    return {
      index,
      kind,
      title: cut(line(title) ?? '', MAX_TITLE) || null,
      duration,
      thumbnail: isPublicUrl(thumbnail) ? thumbnail : null,
      date: dayOf(date),
      ...(isShown && { picture: { ...picture, headers: passable(picture.headers), bound } }),
    }
  })
}
