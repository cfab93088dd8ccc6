import { platformOf } from '#contract/platforms/index.ts'
import type { ExtractLine } from '#contract/engine/extraction.ts'

type Count = {
  /** The kind of work that has finished: `request` or `task`; or `oddity`, for one that an extraction met. */
  event: string
  /** `-` for a request that extracts no link, or that fails before the extraction. */
  platform: string
  /** `ok`, or the failure code. If `event` is `oddity`: its name. */
  code: string
  ms: number
  /** Size of the response or file in bytes; 0 if unknown. */
  bytes: number
  /** Of a `request`: the path without a task id. Of a `task`: its status. Of an `oddity`: empty. */
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

/** A call of a Worker may write 25 data points. */
const MAX_ODDITIES = 10

export function countOddities(env: Env, link: string, line: ExtractLine): void {
  const oddities = 'oddities' in line ? Object.keys(line.oddities ?? {}) : []
  const platform = platformOf(new URL(link))?.id ?? 'web'
  for (const code of oddities.slice(0, MAX_ODDITIES))
    count(env, { event: 'oddity', platform, code, ms: 0, bytes: 0, route: '' })
}
