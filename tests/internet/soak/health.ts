import { setTimeout as sleep } from 'node:timers/promises'

const PERIOD_MS = 200
/** Time limit in milliseconds for a response of a merger to `/healthz`. It also applies during attacks. */
const HEALTH_MS = 1_000

type Health = {
  calls: number
  /** The longest response time in milliseconds. */
  slowestMs: number
  /**
   * Number of misses. When a call fails or takes longer than HEALTH_MS, it is repeated at once. If the second
   * call also fails or is too slow, both calls together count as one miss. A single slow call does not count,
   * because another process of the machine can delay it.
   */
  missed: number
}

/** Calls `/healthz` of a merger repeatedly until `signal` is aborted. */
export async function watchHealth(merger: string, signal: AbortSignal): Promise<Health> {
  const seen: Health = { calls: 0, slowestMs: 0, missed: 0 }
  const isInTime = async () => {
    const asked = performance.now()
    seen.calls++
    try {
      // The timeout is longer than HEALTH_MS, so that the duration of a slow response is measured.
      const answer = await fetch(`${merger}/healthz`, { signal: AbortSignal.timeout(2 * HEALTH_MS) })
      await answer.body?.cancel()
      return answer.ok && performance.now() - asked < HEALTH_MS
    } catch {
      return false // No response came within the timeout.
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
