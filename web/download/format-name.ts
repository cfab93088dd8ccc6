import type { Format } from '#contract/api.ts'
import { bitrateText, kbpsOf, sizeText } from '../content/display.ts'

/**
 * Returns the name of a format:
 * - for a video or a picture: its resolution, or its label if the resolution is unknown
 * - for audio that is converted to a known bitrate: the bitrate in kbps
 * - for any other audio: "Original"
 */
export function nameOf(format: Format): string {
  if (!format.is_audio_only) return format.resolution || format.label
  return format.converted && format.abr ? String(Math.round(format.abr)) : 'Original'
}

export const kindOf = (format: Format): string => format.ext.toUpperCase()

/** Returns the size of a format as "4.8 MB" or "about 288 KB"; null if the size is unknown. */
export function sizeOf({ filesize, about }: Format): string | null {
  return filesize ? `${about ? 'about ' : ''}${sizeText(filesize)}` : null
}

/** Returns the bitrate of a format as "3.21 Mbps"; null if the bitrate is unknown. */
export function rateOf(format: Format): string | null {
  const kbps = kbpsOf(format)
  return kbps ? bitrateText(kbps) : null
}

/** Returns the format and its size for a button: "1080p MP4, 4.8 MB", "MP3 192 kbps, about 288 KB", "M4A". */
export function buttonText(format: Format): string {
  const isMade = format.is_audio_only && format.converted === true
  const name = format.is_audio_only
    ? [kindOf(format), isMade && rateOf(format)].filter(Boolean).join(' ')
    : [format.resolution, kindOf(format)].filter(Boolean).join(' ')
  return [name, sizeOf(format)].filter(Boolean).join(', ')
}

const PICTURES = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif'])

/** Returns the heading of the group in which a format is listed. */
export function groupOf(format: Format): string {
  if (format.is_audio_only) return 'Audio only'
  if (PICTURES.has(format.ext)) return 'Image'
  if (format.ext === 'gif') return 'Animated GIF'
  return format.has_audio ? 'Video with sound' : 'Video without sound'
}
