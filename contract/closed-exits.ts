import type { ExitReport } from './engine/extraction.ts'
import type { FailureCode } from './failure.ts'

type Closed = Pick<ExitReport, 'since' | 'until' | 'is_fault'>

/**
 * If the proxy of at least one exit is broken, the code is `exit_down`, because our own system is the cause.
 */
export const codeOfClosed = (exits: readonly Closed[]): FailureCode =>
  exits.some(({ is_fault }) => is_fault) ? 'exit_down' : 'site_blocks_us'

/** epoch milliseconds; null if one of `exits` may be used now */
export function closedUntil(exits: readonly Closed[], now: number): number | null {
  const until = Math.min(...exits.map((exit) => exit.until ?? 0))
  return until > now && until < Infinity ? until : null
}
