import type { Entry, Format, VideoInfo } from '#contract/api.ts'
import { hasOwnTitles } from './item-names.ts'
import type { RequestedFormat } from '../download/choice/requested-format.ts'

/** A pasted link, or an item of a post or list. */
export type Row = Omit<Entry, 'index'> & {
  id: string
  /** The link itself, or the link of the post or list. */
  link: string
  /** Its number among the rows. */
  index: number
  /** Its number in the post or list; null if the link is the item. */
  item: number | null
  /** Whether it comes from a pasted list of links. */
  isPasted: boolean
  /** How many items a pasted link leads to. They are saved from a page of their own. */
  items?: number
}

export const rowOfEntry = (link: string, entry: Entry): Row => ({
  ...entry,
  id: String(entry.index),
  link,
  item: entry.index,
  isPasted: false,
})

export const rowOfLink = (link: string, index: number): Row => ({
  id: link,
  link,
  index,
  item: null,
  isPasted: true,
  kind: null,
  title: null,
})

export const itemId = (link: string, item: number): string => `${link} ${item}`

export const isItemOf = ({ id }: Row, link: string): boolean => id.startsWith(`${link} `)

/** The rows of the items of a post that a link leads to. */
const postRows = (
  { link, index }: Row,
  { title, list_title, entries = [] }: VideoInfo,
  free: number,
): Row[] =>
  entries.map((entry, at) => ({
    ...entry,
    id: itemId(link, entry.index),
    link,
    index: at === 0 ? index : free + at - 1,
    item: entry.index,
    isPasted: true,
    title: `${list_title ?? title} (${entry.index})`,
  }))

/**
 * What an extraction tells about a pasted link: one row, or one for each item of a post.
 * @param free the first number that no row has
 */
export function readRows(row: Row, info: VideoInfo, free: number): Row[] {
  const { title, thumbnail_url, duration, formats, entries = [], list_title, series } = info
  if (row.item !== null) return [row]
  const isList = entries.length > 1
  if (isList && !hasOwnTitles(entries)) return postRows(row, info, free)
  const isSound = formats.length > 0 && formats.every((one) => one.is_audio_only)
  return [
    {
      ...row,
      title: (isList && (list_title ?? series)) || title,
      thumbnail_url,
      duration: isList ? null : duration,
      kind: isSound ? 'audio' : 'video',
      ...(isList && { items: entries.length }),
    },
  ]
}

export type RowState =
  | { step: 'waiting' }
  | { step: 'reading' }
  /** `percent` is null before the first byte. */
  | { step: 'saving'; percent: number | null }
  | { step: 'saved' }
  | { step: 'failed'; reason: string; isRetryable: boolean }

/** The formats of an item, or the size of a picture. */
export type RowFacts = { formats: readonly Format[]; info: VideoInfo } | Pick<Format, 'filesize' | 'about'>

export type Wanted = RequestedFormat | null
