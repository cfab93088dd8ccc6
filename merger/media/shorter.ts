/** Sites and programs round durations. */
const MOST_MISSING = 0.02

/** @param share which may be missing of what is promised */
export const isShorter = (seconds: number, promised: number, share = MOST_MISSING): boolean =>
  seconds < promised - Math.max(1, promised * share)
