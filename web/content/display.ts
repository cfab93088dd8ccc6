import type { Format } from '#contract/api.ts'
import { clockText } from '#contract/clip.ts'

/** Formats seconds as "3:42" or "1:02:09". */
export const durationText = (seconds: number): string => clockText(Math.round(seconds))

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
