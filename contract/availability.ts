import { Failure } from './failure.ts'
import { MAX_AVAILABILITY_WAIT_MS } from './limits.ts'

/**
 * Milliseconds until a media link plays; 0 when it plays now. Throws `site_limit` for a time that is too far
 * ahead to wait for.
 */
export function waitFor(availableAt: number | null | undefined, now: number): number {
  const wait = Math.max(0, (availableAt ?? 0) - now)
  if (wait > MAX_AVAILABILITY_WAIT_MS) throw new Failure('site_limit', { cause: `it plays in ${wait} ms` })
  return wait
}
