import type { Format, VideoInfo } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { kbpsOf } from '../content/display.ts'
import { fingerprint } from '../download/fingerprint.ts'
import { fileNameOf } from '../download/file-name.ts'
import { extract } from '../api.ts'
import type { PreviewLink } from './link.ts'
import { previewLink } from './write-link.ts'

const extOf = (filename: string) => filename.split('.').at(-1)?.toLowerCase() ?? ''
const heightOf = (resolution: string | null | undefined) => /(\d+)p?$/.exec(resolution ?? '')?.[1] ?? null

/**
 * Returns how well a format matches a preview link. A higher number is a better match. The number is negative
 * if kind or height differ.
 */
function similarity(format: Format, link: PreviewLink): number {
  if (format.is_audio_only !== link.isAudio) return -1
  if (!link.isAudio && heightOf(format.resolution) !== heightOf(link.resolution)) return -1
  const isSameExt = format.ext === extOf(link.filename)
  const rate = kbpsOf(format)
  const distance = link.bitrate && rate ? Math.min(1, Math.abs(rate - link.bitrate) / link.bitrate) : 1
  return (isSameExt ? 4 : 0) + (format.has_audio ? 1 : 0) + (1 - distance)
}

/**
 * Finds the format of an expired preview link. If no format has the key `key`, returns the most similar
 * format of the same kind and height.
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
 * Extracts the item of an expired preview link again and returns a new preview link for the same format.
 * @param key the key of the format, or null if it is unknown
 * @throws Failure with the code `stale` if the preview link does not contain the item's own link,
 *   `format_gone` if the item has lost the format, or the code of the failed extraction
 */
export async function freshPreviewLink(
  link: PreviewLink,
  key: string | null,
  origin: string,
  signal: AbortSignal,
): Promise<string> {
  if (!link.sourceUrl) throw new Failure('stale')
  const info: VideoInfo = await extract(
    {
      tweet_url: link.sourceUrl,
      browser_fingerprint: fingerprint(),
      user_consent: false,
      ...(link.item && { item: link.item }),
    },
    signal,
  )
  const format = sameFormat(info.formats, key, link)
  if (!format) throw new Failure('format_gone')
  return previewLink(info, format, fileNameOf(origin, info, format))
}
