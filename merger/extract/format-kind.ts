import type { Rendition } from '#contract/engine.ts'
import { AUDIO_FILES, MEDIA_FILES } from '../media/container.ts'
import type { FormatFacts } from '../ytdlp/facts.ts'

// The transport, the container and the tracks of one format of yt-dlp.

/** A map, because an object has properties that a site could name, such as `__proto__`. */
const TRANSPORTS = new Map<string, Rendition['transport']>([
  ['http', 'http'],
  ['https', 'http'],
  ['m3u8', 'hls'],
  ['m3u8_native', 'hls'],
  ['http_dash_segments', 'dash'],
])
/** Accepted only for formats marked `is_picture`: yt-dlp takes every image file for a video. */
const PICTURE_FILES = new Set(['jpg', 'jpeg', 'png', 'webp'])
/** Extensions of files that are not media. Any other extension (get.php) is left to the probe. */
const OTHER_FILES = new Set([
  ...PICTURE_FILES,
  ...'gif svg avif mhtml pdf zip exe scpls m3u mpd ism srt vtt'.split(' '),
])

/** The transport of a format; undefined for a protocol that the merger does not fetch. */
export function transportOf(format: FormatFacts): Rendition['transport'] | undefined {
  return TRANSPORTS.get(format.protocol ?? 'https')
}

/**
 * The container by the file's extension: empty when only the file's bytes can tell, undefined for files
 * without media.
 */
export function containerOf(format: FormatFacts): string | undefined {
  const ext = format.ext?.toLowerCase().replace(/^x-/, '') ?? ''
  if (format.is_picture) return PICTURE_FILES.has(ext) ? ext : undefined
  if (MEDIA_FILES.has(ext)) return ext
  return OTHER_FILES.has(ext) || transportOf(format) !== 'http' ? undefined : ''
}

/** Unknown codecs count as both tracks, except in an HLS playlist that has separate audio. */
export function kindOf(format: FormatFacts, all: FormatFacts[]): Rendition['kind'] {
  if (hasNoPicture(format)) return 'audio'
  if (format.acodec === 'none') return 'video'
  // X's GIFs are videos without audio, but their codecs are unknown.
  if (format.url?.startsWith('https://video.twimg.com/tweet_video/')) return 'video'
  const isUnknownHls = format.vcodec === null && format.acodec === null && transportOf(format) === 'hls'
  return isUnknownHls && all.some((other) => hasNoPicture(other) && transportOf(other) === 'hls')
    ? 'video'
    : 'both'
}

/** Whether a format has no picture, by its codecs or, without codecs, by its file. */
export function hasNoPicture(format: FormatFacts): boolean {
  if (format.vcodec === 'none') return true
  return (
    format.vcodec === null &&
    (AUDIO_FILES.has(containerOf(format) ?? '') || format.resolution === 'audio only')
  )
}

/** True for a still picture, which its container tells. */
export const isPicture = (rendition: Rendition) => PICTURE_FILES.has(rendition.container)
