import type { Entry, VideoInfo } from '#contract/api.ts'
import type { NameStyle } from '#contract/brand.ts'
import { safeFileName, shortName } from '#contract/filename.ts'
import { siteName } from '../content/display.ts'

/** The videos of a playlist and episodes have their own titles; the items of a post are only numbered. */
export function hasOwnTitles(entries: readonly Entry[]): boolean {
  if (entries.every(({ kind }) => kind === 'audio')) return true
  const titles = entries.map(({ title }) => title?.replace(/\W{0,20}\d{1,9}$/, ''))
  return new Set(titles).size > 1 && !entries.some(({ picture }) => picture)
}

/** A show or playlist opens with its own title, and shows an item only when it is chosen. */
export function isClosedList({ entries = [], series, list_title, part }: VideoInfo): boolean {
  const hasTitle = Boolean(series ?? list_title)
  if (!hasTitle || part?.chosen === true) return false
  return entries.length > 1 && hasOwnTitles(entries)
}

/** The title, and the number of an item without a title of its own. */
function partsOf(
  { entries = [], series, list_title, title: firstTitle }: VideoInfo,
  chosen: readonly Entry[],
): [string, string | null] {
  const title = list_title ?? firstTitle
  const isOwn = hasOwnTitles(entries)
  const [first, ...more] = chosen
  if (more.length > 0) return [(isOwn && series) || title, 'items']
  return isOwn && first?.title ? [first.title, null] : [title, String(first?.index)]
}

/**
 * The name of what is saved from a post or list, such as `clips.example_vimeo.com_Title_items.zip` or
 * `Title (items).zip`.
 * @param part the number of the archive, if there are several
 */
export function batchName(
  style: NameStyle,
  origin: string,
  info: VideoInfo,
  { entries, part = null }: { entries: readonly Entry[]; part?: number | null },
  ext: string,
): string {
  const [text, name] = partsOf(info, entries)
  const which = part === null ? name : `${name} ${part}`
  const title = Array.from(text).slice(0, 80).join('')
  if (style === 'short') return shortName({ title, resolution: which, ext })
  const stem = [new URL(origin).hostname, siteName(info.source_url), title, which].filter(Boolean).join('_')
  return safeFileName(`${stem.replaceAll(/[\s\\/]+/g, '_')}.${ext}`, ext)
}

/** The names in an archive begin with the number, so that they keep the order of the list. */
export function nameInZip({ index, title }: Entry, ext: string, hasTitles: boolean): string {
  const number = String(index).padStart(3, '0')
  return title && hasTitles
    ? safeFileName(`${number} ${title.replaceAll(/[\\/]/g, ' ')}.${ext}`, ext)
    : `${number}.${ext}`
}
