type Count = {
  /** The kind of work that has finished: `request` or `task`. */
  event: string
  /** `-` for a request that extracts no link, or that fails before the extraction. */
  platform: string
  /** `ok`, or the failure code. */
  code: string
  ms: number
  /** Size of the response or file in bytes; 0 if unknown. */
  bytes: number
  /** If `event` is `request`: the path without a task id. If `event` is `task`: the status of the task. */
  route: string
}

/** The order of blobs and doubles must not change: scripts/operate/counts.ts refers to them by number. */
export function count(env: Env, { event, platform, code, ms, bytes, route }: Count): void {
  env.COUNTS?.writeDataPoint({
    indexes: [platform],
    blobs: [event, platform, code, route],
    doubles: [ms, bytes],
  })
}
