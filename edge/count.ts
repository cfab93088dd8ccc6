/** The facts about a finished request or task that scripts/report.mjs counts for its daily report. */
export type Count = {
  /** The kind of work that has finished: `request` or `task`. */
  event: string
  /**
   * The platform of the pasted link:
   * - `-` for a request that extracts no link, or that fails before the extraction;
   * - otherwise the id of the platform, if the edge knows the platform;
   * - otherwise yt-dlp's name of the extractor, if the request has extracted the link;
   * - otherwise `web`.
   */
  platform: string
  /** `ok`, or the failure code. */
  code: string
  ms: number
  /** Size of the response or file in bytes; 0 if unknown. */
  bytes: number
  /** If `event` is `request`: the path without a task id. If `event` is `task`: the status of the task. */
  route: string
}

/**
 * Writes one data point to Workers Analytics Engine. It contains the same facts as the log line, so it
 * contains no link and no IP address. The order of blobs and doubles must not change, because the query in
 * scripts/lib/report.mjs refers to them by number.
 */
export function count(env: Env, { event, platform, code, ms, bytes, route }: Count): void {
  env.COUNTS?.writeDataPoint({
    indexes: [platform],
    blobs: [event, platform, code, route],
    doubles: [ms, bytes],
  })
}
