import { healthSchema } from '#contract/engine/health.ts'
import type { MergerHealth } from '#contract/api.ts'
import { withTimeout } from '../retry.ts'
import { sharedRead } from '../shared-read.ts'
import { mergerFor } from './client.ts'
import { fleetOf, type Report } from './fleet.ts'
import { mergersEverywhere, originOf } from './locations.ts'

const ANSWER_MS = 2_000
const MEMORY_MS = 10_000

/**
 * A call to the object of a container would keep the container awake, so only the fleet is asked about it.
 */
async function healthOfAll(env: Env): Promise<[string, Report][]> {
  const names = mergersEverywhere(env)
  const hasContainers = names.some((name) => originOf(env, name) === undefined)
  const reports = hasContainers ? await reportsOf(env) : {}
  return await Promise.all(
    names.map(async (name): Promise<[string, Report]> => {
      if (originOf(env, name) === undefined) return [name, reports[name] ?? 'asleep']
      const ask = async (signal: AbortSignal) =>
        healthSchema.parse(await (await mergerFor(env, name)('/healthz', { signal })).json())
      return [name, await withTimeout<Report>(ANSWER_MS, ask).catch(() => 'down' as const)]
    }),
  )
}

const reportsOf = sharedRead<Record<string, Report>>({
  event: 'fleet_failed',
  keepMs: 0,
  limitMs: ANSWER_MS,
  read: async (env) => await fleetOf(env).read(),
  substitute: () => ({}),
})

const knownHealth = sharedRead({ event: 'health_failed', keepMs: MEMORY_MS, read: healthOfAll })

export async function readHealth(env: Env) {
  const known = await knownHealth(env)
  return { mergers: known.map(([name, health]) => shown(name, health)), platforms: platformsOf(known) }
}

function shown(name: string, health: Report): MergerHealth {
  if (typeof health === 'string') return { name, state: health }
  const { build, yt_dlp, yt_dlp_age_days, ffmpeg, self_test, merges, extractions, draining } = health
  const state = draining ? 'draining' : merges.busy >= merges.slots ? 'busy' : 'ready'
  const versions = { ...(build !== undefined && { build }), yt_dlp, yt_dlp_age_days, ffmpeg, self_test }
  return { name, state, ...versions, merges, extractions }
}

function platformsOf(known: [string, Report][]): Record<string, Record<string, number>> {
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
