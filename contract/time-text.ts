/** Characters; more than any form of time has. */
export const MAX_TIME = 40

const CLOCK = /^(-?)(?:(\d{1,4})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,2})(?:\s?[.,:;]\s?(\d{1,9}))?$/
/** "90", "90.5", "1m30s", "10m5", and ISO 8601 ("PT1H2M3.5S"). */
const UNITS =
  /^(?:PT)?(?=\d)(?:(\d{1,4})\s?h\s?)?(?:(\d{1,5})\s?m(?:in)?\s?)?(?:(\d{1,7}(?:[.,]\d{1,9})?)\s?s?)?$/i

/** Seconds of `01:02:03.450`, also with a comma or without hours; NaN for anything else. */
export function clock(text: string): number {
  const [, sign, hours = 0, minutes, seconds, fraction = ''] = found(CLOCK, text)
  const value = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || 0}`)
  return sign ? -value : value
}

/** A time as people and programs write it, in seconds; NaN for any other text. */
export function secondsOf(text: string): number {
  const time = clock(text)
  if (Number.isFinite(time)) return time
  const [whole, hours = 0, minutes = 0, seconds = '0'] = found(UNITS, text)
  if (whole === undefined) return Number.NaN
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}

function found(form: RegExp, text: string): (string | undefined)[] {
  const time = text.trim()
  return (time.length > MAX_TIME ? null : form.exec(time)) ?? []
}
