const DAY_MS = 24 * 3_600_000

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

export function nextDay(at: number): number {
  return (Math.floor(at / DAY_MS) + 1) * DAY_MS
}

export function secondsUntilNextDay(at: number): number {
  return Math.ceil((nextDay(at) - at) / 1_000)
}
