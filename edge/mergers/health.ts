import { healthSchema } from '#contract/engine/health.ts'
import type { MergerHealth } from '#contract/api.ts'
import { withTimeout } from '../retry.ts'
import { sharedRead } from '../shared-read.ts'
import { mergerFor } from './client.ts'
import { fleetOf, type Report, type Reported } from './fleet.ts'
import { lineOf, mergersEverywhere, originOf } from './locations.ts'

const ANSWER_MS = 2_000
const MEMORY_MS = 10_000
const LATELY_MS = 10 * 60_000

/**
 * A call to the object of a container would keep the container awake, so only the fleet is asked about it.
 * Containers of another generation are there too until they end.
 */
async function healthOfAll(env: Env): Promise<[string, Reported][]> {
  const names = mergersEverywhere(env)
  const isContainer = (name: string) => originOf(env, name) === undefined
  const reports = names.some(isContainer) ? await reportsOf(env) : {}
  const others = Object.keys(reports).filter((name) => !names.includes(name))
  const ask = async (name: string): Promise<Reported> => {
    const call = async (signal: AbortSignal) =>
      healthSchema.parse(await (await mergerFor(env, name)('/healthz', { signal })).json())
    const report = await withTimeout<Report>(ANSWER_MS, call).catch(() => 'down' as const)
    return { report, at: Date.now() }
  }
  const current = names.map(async (name): Promise<[string, Reported]> => [
    name,
    isContainer(name) ? (reports[name] ?? ASLEEP) : await ask(name),
  ])
  const draining = others.map((name): [string, Reported] => [name, drainingOf(reports[name]!)])
  return [...(await Promise.all(current)), ...draining]
}

const ASLEEP: Reported = { report: 'asleep', at: 0 }

const drainingOf = ({ report, at }: Reported): Reported => ({
  report: typeof report === 'string' ? report : { ...report, draining: true },
  at,
})

const reportsOf = sharedRead<Record<string, Reported>>({
  event: 'fleet_failed',
  keepMs: 0,
  limitMs: ANSWER_MS,
  read: async (env) => await fleetOf(env).read(),
  substitute: () => ({}),
})

const knownHealth = sharedRead({ event: 'health_failed', keepMs: MEMORY_MS, read: healthOfAll })

export async function readHealth(env: Env) {
  const known = await knownHealth(env)
  return {
    mergers: known.map(([name, { report }]) => shown(shownName(env, name), report)),
    platforms: platformsOf(known),
    isDown: isDown(known.map(([, reported]) => reported)),
  }
}

/** No merger that was tried lately works. One that sleeps was not tried. */
function isDown(known: readonly Reported[]): boolean {
  const lately = known.filter(({ report, at }) => report !== 'asleep' && at > Date.now() - LATELY_MS)
  return lately.length > 0 && lately.every(({ report }) => report === 'down')
}

/** A merger that joins is shown by the name that its operator gave it. */
function shownName(env: Env, name: string): string {
  const origin = originOf(env, name)
  return origin !== undefined && lineOf(origin) !== undefined ? origin : name
}

function shown(name: string, health: Report): MergerHealth {
  if (typeof health === 'string') return { name, state: health }
  const { build, yt_dlp, yt_dlp_age_days, ffmpeg, self_test, merges, extractions, draining } = health
  const state = draining ? 'draining' : merges.busy >= merges.slots ? 'busy' : 'ready'
  const versions = { ...(build !== undefined && { build }), yt_dlp, yt_dlp_age_days, ffmpeg, self_test }
  return { name, state, ...versions, merges, extractions }
}

function platformsOf(known: [string, Reported][]): Record<string, Record<string, number>> {
  const platforms: Record<string, Record<string, number>> = {}
  for (const [, { report: health }] of known) {
    if (typeof health === 'string') continue
    for (const [platform, counts] of Object.entries(health.outcomes ?? {})) {
      const sums = (platforms[platform] ??= {})
      for (const [code, count] of Object.entries(counts)) sums[code] = (sums[code] ?? 0) + count
    }
  }
  return platforms
}
