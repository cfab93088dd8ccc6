import { codecFamily } from '#contract/codecs.ts'
import { isPublicUrl } from '../../egress/public-url.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { containerOf, hasNoVideo, kindOf, transportOf } from './format-kind.ts'
import { isTikTok, isYouTube, traitsOf } from './traits.ts'

type Rule = (format: FormatFacts, info: Info, all: FormatFacts[]) => boolean

/**
 * yt-dlp's extractors give a `preference` of this value or lower to damaged files and to files with a
 * watermark.
 */
const BAD_PREFERENCE = -2
/** Codecs that browsers do not play and ffmpeg cannot convert to MP3. */
const UNPLAYED_CODECS = new Set(['iamf', 'ac-4'])

/** A rule that matches all video formats drops no video format; the same for audio. */
const rules: Rule[] = [
  // Drops TikTok's formats without audio (HEVC). The only separate audio that yt-dlp offers for them is the
  // song that the post names as its music, and the real sound of the video can differ from this song.
  (format, info, all) => isTikTok(info) && kindOf(format, all) === 'video',
  ({ preference }) => preference !== null && preference <= BAD_PREFERENCE,
  (format, info) =>
    isTikTok(info) &&
    (format.format_id.startsWith('download') || /watermarked/i.test(format.format_note ?? '')),
  hasTwinWithFullDynamics,
  (format, info) => isUnplayed(format, info),
  (format, info, all) =>
    isUpscaled(format, info) &&
    all.some((other) => other.height === format.height && !hasNoVideo(other) && !isUpscaled(other, info)),
  (format, info) => traitsOf(format, info).includes('preview'),
  (format, info) => traitsOf(format, info).includes('incomplete'),
]

export function offered(formats: FormatFacts[], info: Info): FormatFacts[] {
  let left = formats.filter(isUsable)
  for (const rule of rules) {
    const good = left.filter((format) => !rule(format, info, left))
    left = left.filter(
      (format) => good.includes(format) || !good.some((other) => hasNoVideo(other) === hasNoVideo(format)),
    )
  }
  return left
}

/**
 * The format needs a key, parameters or a handshake that only yt-dlp has, or its DASH manifest has no public
 * URL.
 */
export const needsYtdlp = (format: FormatFacts): boolean =>
  format.needs_more || (transportOf(format) === 'dash' && !isPublicUrl(format.manifest_url))

function isUsable(format: FormatFacts): boolean {
  const note = `${format.format_id} ${format.format_note ?? ''}`
  return (
    isPublicUrl(format.url) &&
    transportOf(format) !== undefined &&
    !needsYtdlp(format) &&
    format.has_drm !== true &&
    !(format.vcodec === 'none' && format.acodec === 'none') &&
    containerOf(format) !== undefined &&
    !/storyboard|unplayable/i.test(note)
  )
}

/**
 * Returns whether the format is a YouTube "-drc" track and the item also has this track without DRC. DRC
 * (dynamic range compression) raises quiet sound.
 */
function hasTwinWithFullDynamics({ format_id, language }: FormatFacts, info: Info, all: FormatFacts[]) {
  const isCompressed = isYouTube(info) && /^\d+-drc\b/.test(format_id)
  return isCompressed && all.some((other) => isTwin(other, format_id, language))
}

const isTwin = (other: FormatFacts, id: string, language: string | null) =>
  other.language === language &&
  id.startsWith(`${other.format_id.split('-')[0]}-`) &&
  !/-drc\b/.test(other.format_id)

/**
 * Returns whether a format is audio that browsers do not play. On YouTube, audio with an unknown codec is
 * IAMF, which yt-dlp does not know.
 */
function isUnplayed(format: FormatFacts, info: Info): boolean {
  if (!hasNoVideo(format)) return false
  return format.acodec === null ? isYouTube(info) : UNPLAYED_CODECS.has(codecFamily(format.acodec) ?? '')
}

const isUpscaled = (format: FormatFacts, info: Info) => traitsOf(format, info).includes('upscaled')
