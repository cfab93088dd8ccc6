/** Amounts of work for all visitors together on one day: the work done so far, or the limits of a day. */
export type Usage = {
  /** Number of merge tasks that have ended after at least one attempt. */
  tasks: number
  /** Total size in bytes of the finished files that the edge stored in R2. */
  bytes: number
  /** Total running time of the containers in seconds. */
  seconds: number
}

/**
 * Returns how much of a budget is used, in whole percent. Tasks, bytes and seconds each have a limit; the
 * result is the highest of the three percentages.
 */
export function percentOf(work: Usage, budget: Usage): number {
  return Math.floor(
    100 * Math.max(work.tasks / budget.tasks, work.bytes / budget.bytes, work.seconds / budget.seconds),
  )
}
