import type { Rendition } from '#contract/engine/extraction.ts'
import { AUDIO_FILES, MEDIA_FILES } from '#contract/media-types.ts'
import type { FormatFacts } from '../../ytdlp/facts.ts'

/** A Map, because in an object a protocol with the name `__proto__` would match a built-in property. */
const TRANSPORTS = new Map<string, Rendition['transport']>([
  ['http', 'http'],
  ['https', 'http'],
  ['m3u8', 'hls'],
  ['m3u8_native', 'hls'],
  ['http_dash_segments', 'dash'],
])
/**
 * yt-dlp reports every image file as a video, so a picture is offered only if its format is marked
 * `is_picture`.
 */
const PICTURE_FILES = new Set(['jpg', 'jpeg', 'png', 'webp'])
const OTHER_FILES = new Set([
  ...PICTURE_FILES,
  ...'gif svg avif mhtml pdf zip exe scpls m3u mpd ism srt vtt'.split(' '),
  // Sound that neither browsers nor the merger read.
  ...'ape mpc wv tta dsf dff'.split(' '),
])

/** Some extractors give the extension of the manifest. */
const MANIFESTS = new Set(['m3u8', 'mpd'])

const OTHER_NAMES = new Map([
  ['mpga', 'mp3'],
  ['fmp4', 'mp4'],
])

export function transportOf(format: FormatFacts): Rendition['transport'] | undefined {
  return TRANSPORTS.get(format.protocol ?? 'https')
}

/**
 * undefined for a file without media; '' for an unknown extension over plain HTTP, because the bytes then
 * show the format.
 */
export function containerOf(format: FormatFacts): string | undefined {
  const stated = format.ext?.toLowerCase().replace(/^x-/, '') ?? ''
  const ext = OTHER_NAMES.get(stated) ?? stated
  if (format.is_picture) return PICTURE_FILES.has(ext) ? ext : undefined
  if (MEDIA_FILES.has(ext)) return ext
  if (MANIFESTS.has(ext) && transportOf(format) !== 'http') return 'mp4'
  return OTHER_FILES.has(ext) || transportOf(format) !== 'http' ? undefined : ''
}

/** When other HLS formats of the item are audio only, an HLS format with unknown codecs counts as `video`. */
export function kindOf(format: FormatFacts, all: FormatFacts[]): Rendition['kind'] {
  if (hasNoVideo(format)) return 'audio'
  if (format.acodec === 'none') return 'video'
  // yt-dlp does not report the codecs of X's GIFs, which are videos without audio.
  if (format.url?.startsWith('https://video.twimg.com/tweet_video/')) return 'video'
  const isUnknownHls = format.vcodec === null && format.acodec === null && transportOf(format) === 'hls'
  return isUnknownHls && all.some((other) => hasNoVideo(other) && transportOf(other) === 'hls')
    ? 'video'
    : 'both'
}

export function hasNoVideo(format: FormatFacts): boolean {
  if (format.vcodec === 'none') return true
  return (
    format.vcodec === null &&
    (AUDIO_FILES.has(containerOf(format) ?? '') || format.resolution === 'audio only')
  )
}

export const isPicture = (rendition: Rendition) => PICTURE_FILES.has(rendition.container)
