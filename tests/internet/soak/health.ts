import { setTimeout as sleep } from 'node:timers/promises'

const PERIOD_MS = 200
/** A merger must answer `/healthz` within this time, whatever sites send to it. */
export const HEALTH_MS = 1_000

export type Health = {
  calls: number
  /** The longest time until an answer, in milliseconds. */
  slowestMs: number
  /** Calls that got no answer in time, twice in a row: another process can hold up a single call. */
  missed: number
}

/** Calls `/healthz` of a merger until `signal` aborts. */
export async function watchHealth(merger: string, signal: AbortSignal): Promise<Health> {
  const seen: Health = { calls: 0, slowestMs: 0, missed: 0 }
  const isInTime = async () => {
    const asked = performance.now()
    seen.calls++
    try {
      // Twice the time, so that a slow answer is measured and not only missed.
      const answer = await fetch(`${merger}/healthz`, { signal: AbortSignal.timeout(2 * HEALTH_MS) })
      await answer.body?.cancel()
      return answer.ok && performance.now() - asked < HEALTH_MS
    } catch {
      return false // No answer in time.
    } finally {
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - asked))
    }
  }
  while (!signal.aborted) {
    if (!(await isInTime()) && !(await isInTime())) seen.missed++
    await sleep(PERIOD_MS)
  }
  return seen
}
