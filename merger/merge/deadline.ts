const MINUTE_MS = 60_000
/** Maximum milliseconds for the work of any attempt: four hours. */
export const LONGEST_WORK_MS = 240 * MINUTE_MS
/** Assumed bytes per second (2 Mbit/s) of a source whose size is unknown. */
const USUAL_RATE = 250_000

/**
 * Returns the maximum milliseconds for the whole work of an attempt. The work begins when the attempt starts,
 * and ends when the finished file has been verified. The limit is 15 minutes, plus one minute for each 100 MB
 * of the sources, and at most four hours.
 * @param bytes size of all sources together; null = unknown, so the size is estimated from the duration
 * @param seconds duration of the item; null = unknown, so a duration of one hour is assumed
 */
export function workDeadline(bytes: number | null, seconds: number | null): number {
  const size = bytes ?? (seconds ?? 3_600) * USUAL_RATE
  return Math.min(LONGEST_WORK_MS, (15 + size / 1e8) * MINUTE_MS)
}
