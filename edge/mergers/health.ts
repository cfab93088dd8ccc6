import { healthSchema, type Health } from '#contract/engine/health.ts'
import type { MergerHealth } from '#contract/api.ts'
import { withTimeout } from '../retry.ts'
import { mergerFor } from './client.ts'
import { containerOf, mergersEverywhere, originOf } from './places.ts'

const ANSWER_MS = 2_000
/** Monitors read the health often, so an isolate calls the mergers at most once in this time. */
const MEMORY_MS = 10_000
let memory: { mergers: [string, Health | 'asleep' | 'down'][]; until: number } | undefined

/**
 * Returns each merger with its health. A container that does not run is `asleep`, and this call does not
 * start it.
 */
async function healthOfAll(env: Env): Promise<[string, Health | 'asleep' | 'down'][]> {
  return await Promise.all(
    mergersEverywhere(env).map(async (name): Promise<[string, Health | 'asleep' | 'down']> => {
      try {
        return [name, await withTimeout(ANSWER_MS, (timeout) => healthOf(env, name, timeout))]
      } catch {
        return [name, 'down'] // Whatever the cause is, the merger cannot serve visitors.
      }
    }),
  )
}

async function healthOf(env: Env, name: string, signal: AbortSignal): Promise<Health | 'asleep'> {
  if (originOf(env, name) === undefined && !(await containerOf(env, name).isAwake())) return 'asleep'
  return healthSchema.parse(await (await mergerFor(env, name)('/healthz', { signal })).json())
}

/** Returns the health of all mergers and the counts of extractions by platform, at most ten seconds old. */
export async function readHealth(env: Env) {
  // Requests share the values and not the promise: if the request that made the calls is cancelled, the
  // promise may never settle.
  if (!memory || memory.until < Date.now())
    memory = { mergers: await healthOfAll(env), until: Date.now() + MEMORY_MS }
  const known = memory.mergers
  return { mergers: known.map(([name, health]) => shown(name, health)), platforms: platformsOf(known) }
}

function shown(name: string, health: Health | 'asleep' | 'down'): MergerHealth {
  if (typeof health === 'string') return { name, state: health }
  const { yt_dlp, yt_dlp_age_days, ffmpeg, self_test, merges, extractions, draining } = health
  const state = draining ? 'draining' : merges.busy >= merges.slots ? 'busy' : 'ready'
  return { name, state, yt_dlp, yt_dlp_age_days, ffmpeg, self_test, merges, extractions }
}

/**
 * Returns the counts of `ok` and of failure codes by platform, added up over all mergers since their start.
 */
function platformsOf(known: [string, Health | 'asleep' | 'down'][]): Record<string, Record<string, number>> {
  const platforms: Record<string, Record<string, number>> = {}
  for (const [, health] of known) {
    if (typeof health === 'string') continue
    for (const [platform, counts] of Object.entries(health.outcomes ?? {})) {
      const sums = (platforms[platform] ??= {})
      for (const [code, count] of Object.entries(counts)) sums[code] = (sums[code] ?? 0) + count
    }
  }
  return platforms
}
