import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import type { RateLimits } from '../fetch/least-rate.ts'
import type { LinkExtractor } from '../fetch/link-extractor.ts'
import type { RangeRequestOptions } from '../fetch/range-requests.ts'
import type { WorkDir } from '../process/workdir.ts'
import type { BacklogLimits } from './backlog.ts'
import type { workDeadline } from './deadline.ts'
import type { RetryHints } from './retry-hints.ts'

/** The services and settings that every attempt shares. */
export type Tools = {
  config: Config
  egress: Egress
  extractor: LinkExtractor
  workDir: WorkDir
  retryHints: RetryHints
  /** Limits of the backlog (the bytes that the edge has not stored yet); default: `BACKLOG_LIMITS`. */
  backlog?: BacklogLimits | undefined
  /** Computes the deadline of an attempt; default: `workDeadline` of deadline.ts. */
  workDeadline?: typeof workDeadline | undefined
  /** Minimum rate of a source; default: `LEAST_RATE`. */
  leastRate?: RateLimits | undefined
  /** Limits for the requests to a source; default: the limits of http-get.ts and retry-policy.ts. */
  requests?: Pick<RangeRequestOptions, 'silenceMs' | 'pauseMs'> | undefined
}
