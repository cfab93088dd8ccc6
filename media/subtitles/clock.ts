const CLOCK = /^(-?)(?:(\d{1,4})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,2})(?:\s?[.,:;]\s?(\d{1,9}))?$/

/** Seconds of `01:02:03.450`, also with a comma or without hours; NaN for anything else. */
export function clock(text: string): number {
  const found = CLOCK.exec(text.trim())
  if (!found) return Number.NaN
  const [, sign, hours = 0, minutes, seconds, fraction = ''] = found
  const time = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || 0}`)
  return sign ? -time : time
}
