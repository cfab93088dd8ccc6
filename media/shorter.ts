/** Sites and programs round durations. */
const MOST_MISSING = 0.02

/** @param share which may be missing of what is promised */
export const isShorter = (seconds: number, promised: number, share = MOST_MISSING): boolean =>
  seconds < promised - Math.max(1, promised * share)

/** Even silence and a standing picture take more. */
const LEAST_BYTES_A_SECOND = 50

/** Damaged headers state lengths of years, and some programs write milliseconds. */
export const isPossibleLength = (seconds: number, bytes: number | null): boolean =>
  bytes === null || seconds * LEAST_BYTES_A_SECOND <= bytes
