/** Facts about a finished request or task, from which scripts/report.mjs computes the counts of a day. */
export type Count = {
  /** The kind of work that has finished: `request` or `task`. */
  event: string
  /**
   * Id of the link's platform. For a link to any other site it is yt-dlp's name of the extractor, or `web`.
   * For a request without a link it is `-`.
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
