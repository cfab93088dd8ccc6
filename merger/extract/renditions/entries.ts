import type { Extraction, ListedItem } from '#contract/engine/extraction.ts'
import { isPublicUrl } from '../../egress/public-url.ts'
import type { Info } from '../../ytdlp/facts.ts'
import { passable } from './headers.ts'
import { line } from './text.ts'

const MAX_TITLE = 300

export function listedItems(info: Info, bound: boolean): Extraction['entries'] {
  const entries = info.entries ?? []
  if (entries.length < 2) return undefined
  return entries.map(({ index, kind, title, duration, thumbnail, picture }): ListedItem => {
    const isShown = picture !== null && isPublicUrl(picture.url)
    return {
      index,
      kind,
      title: line(title)?.slice(0, MAX_TITLE).toWellFormed() ?? null,
      duration,
      thumbnail: isPublicUrl(thumbnail) ? thumbnail : null,
      ...(isShown && { picture: { ...picture, headers: passable(picture.headers), bound } }),
    }
  })
}
