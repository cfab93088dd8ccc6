import type { PlatformState } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import { log } from '../log.ts'
import { sharedRead } from '../shared-read.ts'
import { mergersEverywhere, type MergerSettings } from './locations.ts'
import { locationOf } from './merger-name.ts'

const MEMORY_MS = 10_000
const ANSWER_MS = 1_000

/** What one object of `Refusals` knows. `settings`: a hash; `until`: epoch milliseconds. */
export type Noted = { settings: string; states: Record<string, PlatformState>; until: number }

const objectOf = ({ FLEET }: Pick<Env, 'FLEET'>) => FLEET.getByName('exits')

/**
 * Containers of a region share their network, and each region has an object of its own near it. Proxies have
 * one address for all mergers, so with MERGER_EXITS all regions share an object.
 */
export function refusalsName(env: object, platform: string, merger: string): string {
  const hasProxies = ((env as { MERGER_EXITS?: string }).MERGER_EXITS ?? '') !== ''
  return hasProxies ? platform : `${platform} ${locationOf(merger)}`
}

/** Never rejects. */
export async function noteStates(env: Pick<Env, 'FLEET'>, name: string, noted: Noted): Promise<void> {
  await objectOf(env)
    .note(name, noted)
    .catch((error: unknown) => log('refusals_failed', { cause: causeText(error) }))
}

/** No states if the object fails or is slow. */
export const notedStates = sharedRead<Record<string, Noted>>({
  event: 'refusals_failed',
  keepMs: MEMORY_MS,
  limitMs: ANSWER_MS,
  read: async (env) => await objectOf(env).noted(),
  substitute: () => ({}),
})

/** Of each platform, the state in all regions together. */
export function combined(
  env: MergerSettings,
  noted: Record<string, Noted>,
  settings: string,
  now: number,
): Record<string, PlatformState> {
  const locations = new Set(mergersEverywhere(env).map(locationOf))
  const states = new Map<string, PlatformState[]>()
  for (const [name, one] of Object.entries(noted)) {
    const [, location] = name.split(' ')
    if (one.settings !== settings || (location !== undefined && !locations.has(location))) continue
    for (const [platform, state] of Object.entries(one.states)) {
      const current: PlatformState = one.until > now ? state : { state: 'works', since: null }
      states.set(platform, [...(states.get(platform) ?? []), current])
    }
  }
  return Object.fromEntries([...states].map(([platform, all]) => [platform, together(all)]))
}

function together(all: readonly PlatformState[]): PlatformState {
  const bad = all.filter(({ state }) => state !== 'works')
  const [first] = bad.toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? -1 : 1))
  if (!first) return { state: 'works', since: null }
  const isSame = bad.length === all.length && bad.every(({ state }) => state === first.state)
  return { state: isSame ? first.state : 'limited', since: first.since }
}
