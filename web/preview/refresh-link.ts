import type { DownloadRequest, Format, VideoInfo } from '#contract/api.ts'
import { parseClip } from '#contract/clip.ts'
import { Failure } from '#contract/failure.ts'
import type { RequestField } from '#contract/preview-fields.ts'
import { titleMark } from '#contract/title-mark.ts'
import { kbpsOf, linesOf } from '../content/display.ts'
import { fileNameOf } from '../download/file-name.ts'
import { extract } from '../api.ts'
import { NO_TITLE, readPreview, type PreviewLink } from './link.ts'
import { previewLink } from './write-link.ts'

const extOf = (filename: string) => filename.split('.').at(-1)?.toLowerCase() ?? ''

function similarity(format: Format, link: PreviewLink): number {
  if (format.is_audio_only !== link.is_audio) return -1
  if (!link.is_audio && linesOf(format) !== linesOf(link)) return -1
  const isSameExt = format.ext === extOf(link.filename)
  const rate = kbpsOf(format)
  const distance = link.bitrate && rate ? Math.min(1, Math.abs(rate - link.bitrate) / link.bitrate) : 1
  return (isSameExt ? 4 : 0) + (format.has_audio ? 1 : 0) + (1 - distance)
}

/**
 * If no format has the key `key`, returns the most similar format of the same kind. A video must also have
 * the same height. Returns null if there is no such format.
 */
export function sameFormat(formats: readonly Format[], key: string | null, link: PreviewLink): Format | null {
  const exact = key ? formats.find((format) => format.key === key) : undefined
  if (exact) return exact
  const [best] = formats
    .map((format) => ({ format, score: similarity(format, link) }))
    .filter(({ score }) => score >= 0)
    .toSorted((a, b) => b.score - a.score)
  return best?.format ?? null
}

/**
 * Extracts the item of a preview link and returns the result. The link can contain the number of the item in
 * a list (`item`) and the title of the item (`title`):
 * - If the number or the title is missing, the result is returned without a check of the title.
 * - If the item with this number has this title, it is returned.
 * - Otherwise the list has changed. The item that now has this title is extracted and returned.
 * @throws Failure with the code `item_moved` if the list has changed and the response contains no item with
 *   this title (the response contains only the first items of a list)
 */
async function itemOf(
  { item, title }: PreviewLink,
  infoOf: (item: number | null) => Promise<VideoInfo>,
): Promise<VideoInfo> {
  const info = await infoOf(item)
  const isSame = (other: string | null) => other !== null && titleMark(other) === titleMark(title)
  if (!item || title === NO_TITLE || isSame(info.title)) return info
  const moved = info.entries?.find((entry) => entry.index !== item && isSame(entry.title))
  if (!moved) throw new Failure('item_moved')
  return await infoOf(moved.index)
}

/**
 * Extracts the item of an expired preview link again and returns a new preview link for the same format.
 * @param key the key of the format, or null if it is unknown
 * @throws Failure with one of these codes:
 *   - `stale`: the preview link has no `source_url`
 *   - `item_moved`: the item is no longer at its old position in the list, and it was not found among the
 *     first items of the list either
 *   - `format_gone`: the item no longer has the format
 *   - any other code: an extraction failed
 */
export async function freshPreviewLink(
  link: PreviewLink,
  key: string | null,
  origin: string,
  signal: AbortSignal,
): Promise<string> {
  const info = await freshInfo(link, signal)
  const format = key === info.cover?.key ? info.cover : sameFormat(info.formats, key, link)
  if (!format) throw new Failure('format_gone')
  const stem = /^(.+)\.[^.]*$/.exec(link.filename)?.[1]
  return previewLink(info, format, stem ? `${stem}.${format.ext}` : fileNameOf(origin, info, format, 'full'))
}

/** `address` is that of the page for `link`. */
export type FreshLink = { link: PreviewLink; address: URL }

/** Throws as `freshPreviewLink` does. */
export async function freshLink(
  from: PreviewLink,
  key: string | null,
  signal: AbortSignal,
): Promise<FreshLink> {
  const { origin } = location
  const address = new URL(await freshPreviewLink(from, key, origin, signal), origin)
  return { link: readPreview(address.search, address.hash, origin), address }
}

/** Extracts the item of a preview link again. Throws as `freshPreviewLink` does. */
export async function freshInfo(link: PreviewLink, signal: AbortSignal): Promise<VideoInfo> {
  const { source_url } = link
  if (!source_url) throw new Failure('stale')
  const choicesFor = (item: number | null): { [F in RequestField]: DownloadRequest[F] } => ({
    item: item ?? undefined,
    clip: parseClip(link.clip) ?? undefined,
    subtitles: link.subtitles ?? undefined,
  })
  return await itemOf(link, (item) => extract({ tweet_url: source_url, ...choicesFor(item) }, signal))
}
