const DAY_MS = 24 * 3_600_000

/** Returns the UTC day of a time in epoch milliseconds, for example "2026-11-22". */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Returns the next 00:00 UTC after a time; both are epoch milliseconds. */
export function nextDay(at: number): number {
  return (Math.floor(at / DAY_MS) + 1) * DAY_MS
}

/** Returns the whole seconds from a time until the next 00:00 UTC, at least 1, for the Retry-After header. */
export function secondsUntilNextDay(at: number): number {
  return Math.ceil((nextDay(at) - at) / 1_000)
}
