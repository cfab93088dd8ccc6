/** Longer texts are no times. */
const MAX_TEXT = 40
/** "01:02:03.450", "2:03,5", "1 : 02 : 03". */
const CLOCK = /^(?:(\d{1,4})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,2}(?:\s?[.,]\s?\d{1,9})?)$/
/** "90", "90.5", "1m30s", "10m5", and ISO 8601 ("PT1H2M3.5S"). */
const UNITS =
  /^(?:PT)?(?=\d)(?:(\d{1,4})\s?h\s?)?(?:(\d{1,5})\s?m(?:in)?\s?)?(?:(\d{1,7}(?:[.,]\d{1,9})?)\s?s?)?$/i

/** A time as people and programs write it, in seconds; NaN for any other text. */
export function secondsOf(text: string): number {
  if (text.length > MAX_TEXT) return Number.NaN
  const found = CLOCK.exec(text.trim()) ?? UNITS.exec(text.trim())
  if (!found) return Number.NaN
  const [, hours = 0, minutes = 0, seconds = '0'] = found
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds.replace(/\s/g, '').replace(',', '.'))
}
