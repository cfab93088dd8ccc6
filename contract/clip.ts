import { PAGE_SLACK_SECONDS } from './limits.ts'
import { secondsOf } from './time-text.ts'

/** A part of an item, in seconds with at most three decimals. */
export type Clip = { start: number; end: number }

const MIN_SECONDS = 0.1

/** @param duration of the item in seconds; null = unknown */
export const isInside = ({ start, end }: Clip, duration: number | null): boolean =>
  start >= 0 && end - start >= MIN_SECONDS && end <= (duration ?? Infinity) + PAGE_SLACK_SECONDS

export const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000

/** "62.5-70", as in links and format keys. */
export const clipText = ({ start, end }: Clip): string => `${rounded(start)}-${rounded(end)}`

export function parseClip(text: string | null | undefined): Clip | null {
  const [, start, end] = /^(\d{1,6}(?:\.\d{1,3})?)-(\d{1,6}(?:\.\d{1,3})?)$/.exec(text ?? '') ?? []
  const clip = { start: Number(start), end: Number(end) }
  return start !== undefined && isInside(clip, null) ? clip : null
}

/** "1.02.03-1.02.10.5": no file name on Windows contains a colon. */
export const clipName = ({ start, end }: Clip): string =>
  `${clockText(start)}-${clockText(end)}`.replaceAll(':', '.')

/** "3:42", "1:02:09" or "3:42.5". */
export function clockText(seconds: number): string {
  const millis = Math.round(seconds * 1_000)
  const whole = Math.floor(millis / 1_000)
  const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  const fraction = millis % 1_000 === 0 ? '' : String((millis % 1_000) / 1_000).slice(1)
  return `${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}${fraction}`
}

const MAX_SECONDS = 99_999

/** Null without a usable time. */
function linkSeconds(text: string | null): number | null {
  const seconds = secondsOf(text ?? '')
  return seconds >= 0 && seconds <= MAX_SECONDS ? seconds : null
}

/**
 * "90-" or "90-120": the times that a link names by `t`, `start` and `end`, in its query or its fragment
 * (Media Fragments, section 4.2.1). Null without a usable time.
 */
export function askedPart(link: string): string | null {
  if (!URL.canParse(link)) return null
  const { searchParams, hash } = new URL(link)
  const fragment = new URLSearchParams(hash.slice(1))
  const get = (name: string) => searchParams.get(name) ?? fragment.get(name)
  const [from = null, to = null] = (get('t') ?? get('start') ?? '').replace(/^npt:/, '').split(',')
  const [start, end] = [linkSeconds(from), linkSeconds(to ?? get('end'))]
  const isPart = end !== null && end > (start ?? 0)
  return start || isPart ? `${start ?? 0}-${isPart ? end : ''}` : null
}
