import { sharedRead } from '../shared-read.ts'
import { originOf, type MergerSettings } from './locations.ts'
import { fleetOf, reportMerger, type Reported } from './fleet.ts'
import { locationOf } from './merger-name.ts'

const MEMORY_MS = 30_000
const ANSWER_MS = 1_000
/** What was down comes last for this time; then the next visitor tries it again. */
const DOWN_MS = 2 * 60_000

const reportsOf = sharedRead<Record<string, Reported>>({
  event: 'fleet_failed',
  keepMs: MEMORY_MS,
  limitMs: ANSWER_MS,
  read: async (env) => await fleetOf(env).read(),
  substitute: () => ({}),
})
/** What this isolate knows before the reports do; epoch milliseconds. */
const downAt = new Map<string, number>()

const isContainer = (env: MergerSettings, name: string) => originOf(env, name) === undefined

/** Mergers that were down come last, and with them what sleeps in a region of which nothing runs. */
export async function inOrder(env: Env, mergers: string[]): Promise<string[]> {
  if (!mergers.some((name) => isContainer(env, name))) return mergers
  const reports = await reportsOf(env)
  const since = Date.now() - DOWN_MS
  const runs = (name: string) => typeof reports[name]?.report === 'object' && !isDown(name)
  const isDown = (name: string) => {
    const { report, at = 0 } = reports[name] ?? {}
    return Math.max(downAt.get(name) ?? 0, report === 'down' ? at : 0) > since
  }
  const known = [...new Set([...mergers, ...Object.keys(reports)])]
  const isDead = (location: string) => {
    const names = known.filter((name) => locationOf(name) === location)
    return names.some(isDown) && !names.some(runs)
  }
  const isLast = (name: string) => isDown(name) || isDead(locationOf(name))
  return [...mergers.filter((name) => !isLast(name)), ...mergers.filter(isLast)]
}

/** Never rejects. */
export async function noteDown(env: Env, merger: string): Promise<void> {
  if (!isContainer(env, merger)) return
  downAt.set(merger, Date.now())
  await reportMerger(env, merger, 'down')
}

/**
 * The named container first, after those that are kept, and only if none of another region is before it.
 * MERGER_ORIGIN has an order of its own.
 */
export function preferring(named: string | undefined, mergers: string[], kept = 0): string[] {
  const at = named === undefined ? -1 : mergers.indexOf(named)
  if (named === undefined || at <= kept || locationOf(named) === 'local') return mergers
  if (mergers.slice(kept, at).some((name) => locationOf(name) !== locationOf(named))) return mergers
  const others = mergers.filter((name) => name !== named)
  return [...others.slice(0, kept), named, ...others.slice(kept)]
}
