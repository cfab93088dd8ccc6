/** Facts about a finished request or task, from which scripts/report.mjs computes the counts of a day. */
export type Count = {
  /** The kind of work that has finished: `request` or `task`. */
  event: string
  /**
   * Platform id. For other sites it is yt-dlp's name of the extractor, or `web`. It is `-` for requests
   * without a link.
   */
  platform: string
  /** The failure code, or `ok`. */
  code: string
  ms: number
  /** Size of the response or file in bytes; 0 if unknown. */
  bytes: number
  /** The route of a request, or the status of a task. */
  route: string
}

/**
 * Writes one data point to Workers Analytics Engine. It holds the same facts as the log line, so no link and
 * no IP address. The query in scripts/lib/report.mjs depends on the order of blobs and doubles.
 */
export function count(env: Env, { event, platform, code, ms, bytes, route }: Count): void {
  env.COUNTS?.writeDataPoint({
    indexes: [platform],
    blobs: [event, platform, code, route],
    doubles: [ms, bytes],
  })
}
