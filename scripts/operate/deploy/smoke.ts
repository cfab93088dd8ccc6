import { setTimeout as sleep } from 'node:timers/promises'
import { StepFailed } from '../../lib/step.ts'

/** Almost five minutes: a new domain waits for its certificate. */
const DEFAULTS = { tries: 50, pauseMs: 6_000, timeoutMs: 10_000 }

export async function smokeSite(
  origin: string,
  { tries, pauseMs, timeoutMs }: { tries: number; pauseMs: number; timeoutMs: number } = DEFAULTS,
) {
  const statusOf = async (path: string, init?: RequestInit): Promise<number | undefined> => {
    try {
      const response = await fetch(`${origin}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      await response.body?.cancel()
      return response.status
    } catch {
      return undefined
    }
  }
  for (let attempt = 1; ; attempt++) {
    const page = await statusOf('/')
    const refusal = await statusOf('/api/download-video', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: 'not a link' }),
    })
    if (page === 200 && refusal === 400) return
    if (attempt >= tries)
      throw new StepFailed(
        `${origin} answers ${page ?? 'nothing'} and ${refusal ?? 'nothing'}, not 200 and 400. Roll back: see above.`,
      )
    await sleep(pauseMs)
  }
}
