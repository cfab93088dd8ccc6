import type { Format } from '#contract/api.ts'
import { clockText } from '#contract/clip.ts'

// Formats sizes, bitrates and times as English text. Edge and browser must render the same text, because
// React hydrates the page.

/** Formats bytes as "48.2 MB", "1.32 GB" or "812 KB", in powers of 1,000. */
export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1e3))} KB`
}

/** Formats a bitrate in kilobits per second: above 1,000 as "1.74 Mbps", otherwise as "968 kbps". */
export function bitrateText(kbps: number): string {
  return kbps > 1_000 ? `${(kbps / 1_000).toFixed(2)} Mbps` : `${Math.round(kbps)} kbps`
}

/** Formats seconds as "3:42" or "1:02:09". */
export const durationText = (seconds: number): string => clockText(Math.round(seconds))

/** If fewer seconds than this remain, a countdown shows seconds instead of minutes. */
const SECONDS_SHOWN = 120

/**
 * Formats the remaining seconds of a countdown:
 * - at most 0: "Expired".
 * - less than `SECONDS_SHOWN`: seconds, rounded up ("59s").
 * - otherwise: minutes, or hours and minutes, rounded up to a whole minute ("47m", "1h 5m").
 */
export function countdownText(seconds: number): string {
  if (seconds <= 0) return 'Expired'
  if (seconds < SECONDS_SHOWN) return `${Math.ceil(seconds)}s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

/**
 * Formats a duration in seconds: whole hours as "1 hour", any other duration of at least a minute as
 * "90 minutes", and a shorter duration as "45 seconds".
 */
export function spanText(seconds: number): string {
  const say = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`
  if (seconds % 3_600 === 0 && seconds > 0) return say(seconds / 3_600, 'hour')
  if (seconds >= 60) return say(Math.round(seconds / 60), 'minute')
  return say(Math.round(seconds), 'second')
}

/** A surrogate pair is never split. */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}

/**
 * Returns the bitrate of a format in kilobits per second. If the format is audio only, this is the bitrate of
 * the audio track. Otherwise it is the bitrate of the whole file.
 */
export function kbpsOf({ is_audio_only, abr, tbr }: Format): number | null | undefined {
  return is_audio_only ? (abr ?? tbr) : (tbr ?? abr)
}

/** The height in lines of "1080p"; null if unknown. */
export const linesOf = ({ resolution }: Pick<Format, 'resolution'>): number | null =>
  Number(/(\d{1,5})p?$/.exec(resolution ?? '')?.[1]) || null

export const isPictureName = (name: string): boolean => /\.(jpe?g|png|webp|avif|gif)$/i.test(name)

/** Returns the host name of a link without `www.`. */
export function siteName(link: URL | string): string {
  return new URL(link).hostname.replace(/^www\./, '')
}
