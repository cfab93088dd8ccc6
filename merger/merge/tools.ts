import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import type { RateLimits } from '../fetch/least-rate.ts'
import type { LinkExtractor } from '../fetch/link-extractor.ts'
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
  /** How far a file may be ahead of the edge's storage; `BACKLOG_LIMITS` when absent. */
  backlog?: BacklogLimits | undefined
  /** `workDeadline` of deadline.ts when absent. */
  workDeadline?: typeof workDeadline | undefined
  /** The rate below which a source fails; `LEAST_RATE` when absent. */
  leastRate?: RateLimits | undefined
}
