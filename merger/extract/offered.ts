import { codecFamily } from '#contract/codecs.ts'
import { isPublicUrl } from '../egress/public-url.ts'
import type { FormatFacts, Info } from '../ytdlp/facts.ts'
import { containerOf, hasNoPicture, kindOf, transportOf } from './format-kind.ts'
import { isTikTok, isYouTube, traitsOf } from './traits.ts'

/** Whether a format is worse than the other formats of its item. */
type Rule = (format: FormatFacts, info: Info, all: FormatFacts[]) => boolean

/** Extractors give this rank, or a lower one, to damaged files and to files with a watermark. */
const BAD_PREFERENCE = -2
/** ffmpeg makes no MP3 of these codecs, and browsers do not play them. */
const UNPLAYED_CODECS = new Set(['iamf', 'ac-4'])

/**
 * Rules for formats that a visitor does not want. Each rule drops formats only while another format with a
 * picture, or another one without, is left.
 */
const rules: Rule[] = [
  // TikTok's HEVC files have no sound, and the only separate sound is the song that the post uses.
  (format, info, all) => isTikTok(info) && kindOf(format, all) === 'video',
  ({ preference }) => preference !== null && preference <= BAD_PREFERENCE,
  (format, info) =>
    isTikTok(info) &&
    (format.format_id.startsWith('download') || /watermarked/i.test(format.format_note ?? '')),
  hasTwinWithFullDynamics,
  (format, info) => isUnplayed(format, info),
  (format, info, all) =>
    isUpscaled(format, info) &&
    all.some((other) => other.height === format.height && !hasNoPicture(other) && !isUpscaled(other, info)),
  (format, info) => traitsOf(format, info).includes('preview'),
  (format, info) => traitsOf(format, info).includes('incomplete'),
]

/** The formats of an item that are offered to visitors. Empty when the merger can fetch none of them. */
export function offered(formats: FormatFacts[], info: Info): FormatFacts[] {
  let left = formats.filter(isUsable)
  for (const rule of rules) {
    const good = left.filter((format) => !rule(format, info, left))
    left = left.filter(
      (format) =>
        good.includes(format) || !good.some((other) => hasNoPicture(other) === hasNoPicture(format)),
    )
  }
  return left
}

/**
 * Whether the merger would fetch the format wrongly: it needs a key, parameters or a handshake that only
 * yt-dlp's own data name, or it is DASH without a manifest to read again.
 */
export const needsMore = (format: FormatFacts): boolean =>
  format.needs_more || (transportOf(format) === 'dash' && !isPublicUrl(format.manifest_url))

function isUsable(format: FormatFacts): boolean {
  const note = `${format.format_id} ${format.format_note ?? ''}`
  return (
    isPublicUrl(format.url) &&
    transportOf(format) !== undefined &&
    !needsMore(format) &&
    format.has_drm !== true &&
    !(format.vcodec === 'none' && format.acodec === 'none') &&
    containerOf(format) !== undefined &&
    !/storyboard|unplayable/i.test(note)
  )
}

/** YouTube's "-drc" tracks (dynamic range compression) are made louder. Each has a twin without it. */
function hasTwinWithFullDynamics({ format_id, language }: FormatFacts, info: Info, all: FormatFacts[]) {
  const isCompressed = isYouTube(info) && /^\d+-drc\b/.test(format_id)
  return isCompressed && all.some((other) => isTwin(other, format_id, language))
}

const isTwin = (other: FormatFacts, id: string, language: string | null) =>
  other.language === language &&
  id.startsWith(`${other.format_id.split('-')[0]}-`) &&
  !/-drc\b/.test(other.format_id)

/** yt-dlp does not know the codec IAMF, so the codec of YouTube's IAMF track is unknown. */
function isUnplayed(format: FormatFacts, info: Info): boolean {
  if (!hasNoPicture(format)) return false
  return format.acodec === null ? isYouTube(info) : UNPLAYED_CODECS.has(codecFamily(format.acodec) ?? '')
}

const isUpscaled = (format: FormatFacts, info: Info) => traitsOf(format, info).includes('upscaled')
