import { Failure } from './failure.ts'
import { MAX_AVAILABILITY_WAIT_MS } from './limits.ts'

/** Returns milliseconds. Throws `site_limit` if the wait is longer than MAX_AVAILABILITY_WAIT_MS. */
export function waitFor(availableAt: number | null | undefined, now: number): number {
  const wait = Math.max(0, (availableAt ?? 0) - now)
  if (wait > MAX_AVAILABILITY_WAIT_MS) throw new Failure('site_limit', { cause: `it plays in ${wait} ms` })
  return wait
}
