const DAY_MS = 24 * 3_600_000

/** The UTC day of a time in epoch milliseconds, such as "2026-11-22". */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** The next 00:00 UTC after a time, in epoch milliseconds. */
export function nextDay(at: number): number {
  return (Math.floor(at / DAY_MS) + 1) * DAY_MS
}

/** Whole seconds from a time until the next 00:00 UTC, for Retry-After; at least 1. */
export function secondsUntilNextDay(at: number): number {
  return Math.ceil((nextDay(at) - at) / 1_000)
}
