export type Usage = {
  /** Sum of `chargeOf` of the tasks that have ended after at least one attempt. */
  tasks: number
  bytes: number
  seconds: number
  /** Bytes of media that mergers passed on. */
  relayed: number
}

export const NOTHING: Usage = { tasks: 0, bytes: 0, seconds: 0, relayed: 0 }

/** Whole percent: the highest of tasks, bytes and seconds. At 100, no new merge starts. */
export function percentOf(work: Usage, budget: Usage): number {
  return Math.floor(
    100 * Math.max(work.tasks / budget.tasks, work.bytes / budget.bytes, work.seconds / budget.seconds),
  )
}

/** At 100, media that only a merger may fetch is not passed on. */
export const relayedPercentOf = ({ relayed }: Usage, budget: Usage): number =>
  Math.floor((100 * relayed) / budget.relayed)
