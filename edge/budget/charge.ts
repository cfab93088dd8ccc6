const WHOLE_BYTES = 20_000_000
const WHOLE_SECONDS = 30
const LEAST = 0.05

/** How many tasks of the budget one merge has used: 1 for usual work, less if it read and lasted little. */
export function chargeOf({ bytes, seconds }: { bytes: number; seconds: number }): number {
  return Math.min(1, Math.max(LEAST, bytes / WHOLE_BYTES, seconds / WHOLE_SECONDS))
}
