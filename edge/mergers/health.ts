import { healthSchema, type Health } from '#contract/engine/health.ts'
import type { MergerHealth } from '#contract/api.ts'
import { withTimeout } from '../retry.ts'
import { mergerFor } from './client.ts'
import { containerOf, mergersEverywhere, originOf } from './locations.ts'

const ANSWER_MS = 2_000
const MEMORY_MS = 10_000
let memory: { mergers: [string, Health | 'asleep' | 'down'][]; until: number } | undefined

/** A container that does not run is `asleep`; this function does not start it. */
async function healthOfAll(env: Env): Promise<[string, Health | 'asleep' | 'down'][]> {
  return await Promise.all(
    mergersEverywhere(env).map(async (name): Promise<[string, Health | 'asleep' | 'down']> => {
      try {
        return [name, await withTimeout(ANSWER_MS, (timeout) => healthOf(env, name, timeout))]
      } catch {
        return [name, 'down']
      }
    }),
  )
}

async function healthOf(env: Env, name: string, signal: AbortSignal): Promise<Health | 'asleep'> {
  if (originOf(env, name) === undefined && !(await containerOf(env, name).isAwake())) return 'asleep'
  return healthSchema.parse(await (await mergerFor(env, name)('/healthz', { signal })).json())
}

export async function readHealth(env: Env) {
  // The cache contains the result and not the promise. If Cloudflare cancels the request that created the
  // promise, the promise may never settle.
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
