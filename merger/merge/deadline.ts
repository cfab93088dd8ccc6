const MINUTE_MS = 60_000
export const LONGEST_WORK_MS = 240 * MINUTE_MS
/** Assumed bytes per second (2 Mbit/s) of a source whose size is unknown. */
const USUAL_RATE = 250_000

export function workDeadline(bytes: number | null, seconds: number | null): number {
  const size = bytes ?? (seconds ?? 3_600) * USUAL_RATE
  return Math.min(LONGEST_WORK_MS, (15 + size / 1e8) * MINUTE_MS)
}
