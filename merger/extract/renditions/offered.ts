import { codecFamily } from '#contract/codecs/codecs.ts'
import { isDecodable } from '#contract/sound.ts'
import { isPublicUrl } from '../../egress/public-url.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { isDescribed, isOfDescribed } from './described.ts'
import { containerOf, hasNoVideo, kindOf, transportOf } from './format-kind.ts'
import { isTikTok, isYouTube, traitsOf } from './traits.ts'
import { namedVersion } from './version.ts'

type Rule = (format: FormatFacts, info: Info, all: FormatFacts[]) => boolean

/**
 * yt-dlp's extractors give a `preference` of this value or lower to damaged files and to files with a
 * watermark.
 */
const BAD_PREFERENCE = -2
/** A layer that only improves another picture, LCEVC (ISO/IEC 23094-2), and a codec of TikTok's own app. */
const UNPLAYED = new Set(['lvc1', 'bytevc2'])

/** A rule that matches all video formats drops no video format; the same for audio. */
const rules: Rule[] = [
  // Drops TikTok's formats without audio (HEVC). The only separate audio that yt-dlp offers for them is the
  // song that the post names as its music, and the real sound of the video can differ from this song.
  (format, info, all) => isTikTok(info) && kindOf(format, all) === 'video',
  isDamaged,
  (format, _, all) => isOfDescribed(format) && all.some((other) => isPlainTwin(format, other)),
  (format, info) =>
    isTikTok(info) &&
    (format.format_id.startsWith('download') || /watermarked/i.test(format.format_note ?? '')),
  hasPlainSound,
  (format, info) => isUnplayed(format, info),
  ({ vcodec }) => UNPLAYED.has(codecFamily(vcodec) ?? ''),
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

/** yt-dlp's extractors rank sign language and audio descriptions as low as damaged files. */
function isDamaged(format: FormatFacts, info: Info, all: FormatFacts[]) {
  const isLow = format.preference !== null && format.preference <= BAD_PREFERENCE
  return isLow && !isDescribed(format, info) && namedVersion(format, all) === null
}

const isPlainTwin = (format: FormatFacts, other: FormatFacts) =>
  kindOf(other, []) === 'video' && other.height === format.height && !isOfDescribed(other)

/**
 * The format needs a key, parameters or a handshake that only yt-dlp has, or its DASH manifest has no public
 * URL.
 */
export const needsYtdlp = (format: FormatFacts): boolean =>
  format.needs_more || (transportOf(format) === 'dash' && !isPublicUrl(format.manifest_url))

/** TuneIn plays it in place of what it does not give out (mopidy-tunein pull request 62). */
const SPOKEN_NOTICE = /^https?:\/\/cdn-cms\.tunein\.com\/service\/Audio\//

function isUsable(format: FormatFacts): boolean {
  const note = `${format.format_id} ${format.format_note ?? ''}`
  return (
    isPublicUrl(format.url) &&
    !SPOKEN_NOTICE.test(format.url) &&
    transportOf(format) !== undefined &&
    !needsYtdlp(format) &&
    format.has_drm !== true &&
    !(format.vcodec === 'none' && format.acodec === 'none') &&
    containerOf(format) !== undefined &&
    !/storyboard|unplayable|\btimeline\b/i.test(note)
  )
}

/**
 * Returns whether the format is a YouTube "-drc" track and the item also has plain sound in its language. DRC
 * (dynamic range compression) raises quiet sound.
 */
function hasPlainSound({ format_id, language }: FormatFacts, info: Info, all: FormatFacts[]) {
  const isPlain = (other: FormatFacts) =>
    hasNoVideo(other) && other.language === language && !COMPRESSED.test(other.format_id)
  return isYouTube(info) && COMPRESSED.test(format_id) && all.some(isPlain)
}

const COMPRESSED = /^\d+-drc\b/

/**
 * Returns whether a format is audio that browsers do not play. On YouTube, audio with an unknown codec is
 * IAMF, which yt-dlp does not know.
 */
function isUnplayed(format: FormatFacts, info: Info): boolean {
  if (!hasNoVideo(format)) return false
  return format.acodec === null ? isYouTube(info) : !isDecodable(format.acodec)
}

const isUpscaled = (format: FormatFacts, info: Info) => traitsOf(format, info).includes('upscaled')
