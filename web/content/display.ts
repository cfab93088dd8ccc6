import type { Format } from '#contract/api.ts'

// Sizes, bitrates and times as words. Fixed to English forms, so that edge and browser render the same.

/** Bytes as "48.2 MB", "1.32 GB" or "812 KB" (powers of 1,000, as file managers and networks count). */
export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1e3))} KB`
}

/** Kilobits per second as "1.74 Mbps" above 1000, else "968 kbps". */
export function bitrateText(kbps: number): string {
  return kbps > 1_000 ? `${(kbps / 1_000).toFixed(2)} Mbps` : `${Math.round(kbps)} kbps`
}

/** Seconds as "3:42" or "1:02:09". */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds)
  const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** Seconds left as the countdown shows them: "1h 5m", "47m", "59s"; "Expired" at 0. */
export function countdownText(seconds: number): string {
  if (seconds <= 0) return 'Expired'
  if (seconds >= 3_600) return `${Math.floor(seconds / 3_600)}h ${Math.floor((seconds % 3_600) / 60)}m`
  if (seconds >= 60) return `${Math.floor(seconds / 60)}m`
  return `${Math.floor(seconds)}s`
}

/** A length of time in words: "1 hour", "90 minutes", "45 seconds". */
export function spanText(seconds: number): string {
  const say = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`
  if (seconds % 3_600 === 0 && seconds > 0) return say(seconds / 3_600, 'hour')
  if (seconds >= 60) return say(Math.round(seconds / 60), 'minute')
  return say(Math.round(seconds), 'second')
}

/** A text cut to `length` characters plus an ellipsis; never through a surrogate pair. */
export function cut(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}

/**
 * Bitrate of a format in kbps: of its audio track if it is audio only, else of the whole file; null if
 * unknown.
 */
export function kbpsOf({ is_audio_only, abr, tbr }: Format): number | null | undefined {
  return is_audio_only ? (abr ?? tbr) : (tbr ?? abr)
}

/** Host name of a link without `www.`, as visitors know the site. */
export function siteName(link: URL | string): string {
  return new URL(link).hostname.replace(/^www\./, '')
}
