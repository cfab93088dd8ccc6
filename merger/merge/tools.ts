import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import type { RateLimits } from '../fetch/least-rate.ts'
import type { LinkExtractor } from '../fetch/link-extractor.ts'
import type { RangeRequestOptions } from '../fetch/range-requests.ts'
import type { WorkDir } from '../process/workdir.ts'
import type { BacklogLimits } from './backlog.ts'
import type { workDeadline } from './deadline.ts'
import type { RetryHints } from './retry-hints.ts'

export type Tools = {
  config: Config
  egress: Egress
  extractor: LinkExtractor
  workDir: WorkDir
  retryHints: RetryHints
  backlog?: BacklogLimits | undefined
  workDeadline?: typeof workDeadline | undefined
  leastRate?: RateLimits | undefined
  requests?: Pick<RangeRequestOptions, 'silenceMs' | 'pauseMs'> | undefined
}
