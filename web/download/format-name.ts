import type { Format } from '#contract/api.ts'
import { bitrateText, kbpsOf, sizeText } from '../content/display.ts'

export function nameOf(format: Format): string {
  if (!format.is_audio_only) return format.resolution || format.label
  return format.converted && format.abr ? String(Math.round(format.abr)) : 'Original'
}

export const kindOf = (format: Format): string => format.ext.toUpperCase()

export function sizeOf({ filesize, about }: Format): string | null {
  return filesize ? `${about ? 'about ' : ''}${sizeText(filesize)}` : null
}

export function rateOf(format: Format): string | null {
  const kbps = kbpsOf(format)
  return kbps ? bitrateText(kbps) : null
}

export function buttonText(format: Format): string {
  const isMade = format.is_audio_only && format.converted === true
  const name = format.is_audio_only
    ? [kindOf(format), isMade && rateOf(format)].filter(Boolean).join(' ')
    : [format.resolution, kindOf(format)].filter(Boolean).join(' ')
  return [name, sizeOf(format)].filter(Boolean).join(', ')
}

const PICTURES = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif'])

export function groupOf(format: Format): string {
  if (format.is_audio_only) return 'Audio only'
  if (PICTURES.has(format.ext)) return 'Image'
  if (format.ext === 'gif') return 'Animated GIF'
  return format.has_audio ? 'Video with sound' : 'Video without sound'
}
