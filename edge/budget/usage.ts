export type Usage = {
  /** Sum of `chargeOf` of the tasks that have ended after at least one attempt. */
  tasks: number
  bytes: number
  seconds: number
}

/** Whole percent: the highest of tasks, bytes and seconds. */
export function percentOf(work: Usage, budget: Usage): number {
  return Math.floor(
    100 * Math.max(work.tasks / budget.tasks, work.bytes / budget.bytes, work.seconds / budget.seconds),
  )
}
