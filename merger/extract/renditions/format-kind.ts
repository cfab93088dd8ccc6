import type { Rendition } from '#contract/engine/extraction.ts'
import { AUDIO_FILES, MEDIA_FILES } from '../../media/container.ts'
import type { FormatFacts } from '../../ytdlp/facts.ts'

// Derives the transport, the container format and the tracks of a format from yt-dlp's fields.

/** A Map, because in an object a protocol with the name `__proto__` would match a built-in property. */
const TRANSPORTS = new Map<string, Rendition['transport']>([
  ['http', 'http'],
  ['https', 'http'],
  ['m3u8', 'hls'],
  ['m3u8_native', 'hls'],
  ['http_dash_segments', 'dash'],
])
/**
 * Extensions of picture files. yt-dlp reports every image file as a video. Therefore a picture file is
 * offered only if its format is marked `is_picture`.
 */
const PICTURE_FILES = new Set(['jpg', 'jpeg', 'png', 'webp'])
/** File extensions of files without media. A file with an unknown extension (such as get.php) is probed. */
const OTHER_FILES = new Set([
  ...PICTURE_FILES,
  ...'gif svg avif mhtml pdf zip exe scpls m3u mpd ism srt vtt'.split(' '),
])

/** Returns the transport of a format; undefined for a protocol that the merger does not fetch. */
export function transportOf(format: FormatFacts): Rendition['transport'] | undefined {
  return TRANSPORTS.get(format.protocol ?? 'https')
}

/**
 * Returns the container format, according to the file extension that yt-dlp reports. Returns undefined for a
 * file without media. For an unknown extension, the transport decides:
 * - plain HTTP: returns an empty string, because the bytes of the file show the container format
 * - any other transport: returns undefined
 */
export function containerOf(format: FormatFacts): string | undefined {
  const ext = format.ext?.toLowerCase().replace(/^x-/, '') ?? ''
  if (format.is_picture) return PICTURE_FILES.has(ext) ? ext : undefined
  if (MEDIA_FILES.has(ext)) return ext
  return OTHER_FILES.has(ext) || transportOf(format) !== 'http' ? undefined : ''
}

/**
 * Returns `audio`, `video` or `both`. A format with unknown codecs counts as `both`. Exception: when other
 * HLS formats of the item are audio only, an HLS format with unknown codecs counts as `video`.
 */
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

/**
 * Returns whether a format has no video track. If its video codec is unknown, its file extension and yt-dlp's
 * `resolution` decide.
 */
export function hasNoVideo(format: FormatFacts): boolean {
  if (format.vcodec === 'none') return true
  return (
    format.vcodec === null &&
    (AUDIO_FILES.has(containerOf(format) ?? '') || format.resolution === 'audio only')
  )
}

/**
 * Returns whether a rendition is a still picture. Only a still picture has an image format as its container
 * format.
 */
export const isPicture = (rendition: Rendition) => PICTURE_FILES.has(rendition.container)
