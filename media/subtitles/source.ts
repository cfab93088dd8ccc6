import type { Clip } from '#contract/clip.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import type { Address } from '../lists/timeline.ts'

export type SubtitleSource = {
  /**
   * The bytes without their cipher; `url` is the one after redirects. Throws the failures of the source.
   * @param parallel number of addresses that are fetched at once and share the limit of bytes
   */
  fetch(address: Address, parallel?: number): Promise<{ bytes: Uint8Array; url: string }>
  /** Called before the segments of a list are fetched, and before a long text is read. */
  onCostly?(): Promise<void>
  maxSegments: number
  /** Seconds of the item outside which no text is needed. */
  span?: Clip | undefined
}

/** Addresses that are fetched at once. */
export const AT_ONCE = 6

const LOST: FailureCode[] = ['stale', 'source_failed', 'unreachable', 'timeout', 'broken']

/** Where nobody speaks, some sites have no part. Throws failures that say something about all parts. */
export function lostPart(error: unknown): Failure {
  if (error instanceof Failure && LOST.includes(error.code)) return error
  throw error
}
