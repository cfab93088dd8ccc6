const CLOCK = /^(-?)(?:(\d{1,4})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,2})(?:\s?[.,:;]\s?(\d{1,9}))?$/

/** Characters; more than any form of time has. */
export const MAX_CLOCK = 40

/** Seconds of `01:02:03.450`, also with a comma or without hours; NaN for anything else. */
export function clock(text: string): number {
  const time = text.trim()
  const found = time.length > MAX_CLOCK ? null : CLOCK.exec(time)
  if (!found) return Number.NaN
  const [, sign, hours = 0, minutes, seconds, fraction = ''] = found
  const value = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || 0}`)
  return sign ? -value : value
}
