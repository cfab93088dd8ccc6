/** Facts about something that has ended, for the counts of a day (scripts/report.mjs). */
export type Count = {
  /** `request` or `task`. */
  event: string
  /** Platform id; for other sites yt-dlp's name of the extractor, or `web`; `-` for calls without a link. */
  platform: string
  /** Failure code, or `ok`. */
  code: string
  ms: number
  /** Bytes of the answer or file; 0 when unknown. */
  bytes: number
  /** Route of a request, or status of a task. */
  route: string
}

/**
 * Writes one data point to Workers Analytics Engine. It holds the same facts as the log line: no link, no
 * address. The order of blobs and doubles is that of the query in scripts/lib/report.mjs.
 */
export function count(env: Env, { event, platform, code, ms, bytes, route }: Count): void {
  env.COUNTS?.writeDataPoint({
    indexes: [platform],
    blobs: [event, platform, code, route],
    doubles: [ms, bytes],
  })
}
