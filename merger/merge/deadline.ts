const MINUTE_MS = 60_000
/** The longest time for the work of one attempt. */
export const LONGEST_WORK_MS = 240 * MINUTE_MS
/** Bytes per second of a source that does not say its size: 2 Mbit/s. */
const USUAL_RATE = 250_000

/**
 * Milliseconds for the whole work of an attempt, from its start to its proof: 15 minutes, and one more for
 * each 100 MB of its sources, at most four hours.
 * @param bytes of all sources; null = unknown, and estimated from the duration
 * @param seconds duration of the item; null = unknown, and taken as one hour
 */
export function workDeadline(bytes: number | null, seconds: number | null): number {
  const size = bytes ?? (seconds ?? 3_600) * USUAL_RATE
  return Math.min(LONGEST_WORK_MS, (15 + size / 1e8) * MINUTE_MS)
}
