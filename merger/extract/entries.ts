import type { Extraction, ListedItem } from '#contract/engine.ts'
import { isPublicUrl } from '../egress/public-url.ts'
import type { Info } from '../ytdlp/facts.ts'
import { passable } from './headers.ts'
import { line } from './text.ts'

const MAX_TITLE = 300

/**
 * The first items of the list that the extracted item comes from. Undefined for a link with one item. `bound`
 * says whether the pictures can be fetched only by the merger that extracted them.
 */
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
