import type { ExitReport } from './engine/extraction.ts'
import type { FailureCode } from './failure.ts'

type Closed = Pick<ExitReport, 'since' | 'until' | 'is_fault'>

/**
 * Returns the failure code of an extraction for which no network exit can be used. A network exit is a proxy
 * or the direct connection (contract/exits.ts). `exits` are all network exits of the extraction.
 * - If the proxy of at least one exit is broken, the code is `exit_down`, because our own system is the
 *   cause.
 * - Otherwise the platform refuses every exit, and the code is `site_blocks_us`.
 */
export const codeOfClosed = (exits: readonly Closed[]): FailureCode =>
  exits.some(({ is_fault }) => is_fault) ? 'exit_down' : 'site_blocks_us'

/**
 * Returns the earliest time at which one of `exits` may be used again, in epoch milliseconds. Returns null if
 * one of them may be used at the time `now`, or if `exits` is empty.
 */
export function closedUntil(exits: readonly Closed[], now: number): number | null {
  const until = Math.min(...exits.map((exit) => exit.until ?? 0))
  return until > now && until < Infinity ? until : null
}
