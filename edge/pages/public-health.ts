import type { PlatformState, PublicHealth } from '#contract/api.ts'
import { readFailing, readSeconds } from '../budget/outcome-counts.ts'
import { readBudget } from '../budget/product-budget.ts'
import { readHealth } from '../mergers/health.ts'
import { platformStates } from '../mergers/refusals.ts'

type Known = {
  states: Readonly<Record<string, PlatformState>>
  /** What failed more often than not. */
  failing: readonly string[]
  /** Of what was read lately. */
  seconds: Readonly<Record<string, number>>
}

/** Leaves out what nothing is known of. A refusal goes before news of success, which may be from before. */
export function shownPlatforms({ states, failing, seconds }: Known): PublicHealth['platforms'] {
  const ids = new Set([...Object.keys(states), ...failing, ...Object.keys(seconds)])
  const shown = [...ids].flatMap((id) => {
    const state = stateOf(id, { states, failing, seconds })
    const isRead = state?.state === 'works' || state?.state === 'limited'
    return state ? [[id, { ...state, seconds: (isRead && seconds[id]) || null }] as const] : []
  })
  return Object.fromEntries(shown)
}

function stateOf(id: string, { states, failing, seconds }: Known): PlatformState | undefined {
  const told = states[id]
  if (told && told.state !== 'works') return told
  if (failing.includes(id)) return { state: 'limited', since: null }
  return id in seconds ? { state: 'works', since: null } : undefined
}

export async function publicHealth(env: Env): Promise<PublicHealth> {
  const [{ isDown }, states, failed, seconds, budget] = await Promise.all([
    readHealth(env),
    platformStates(env),
    readFailing(env),
    readSeconds(env),
    readBudget(env),
  ])
  const failing = failed.map(({ of }) => of)
  const sites = failing.filter((of) => of !== 'merges')
  const platforms = shownPlatforms({ states, failing: sites, seconds })
  return {
    at: Date.now(),
    faults: [
      ...(isDown ? (['down'] as const) : []),
      ...(failing.includes('merges') ? (['merges'] as const) : []),
      ...(budget.percent >= 100 ? (['day'] as const) : []),
    ],
    platforms: isDown ? withoutWorking(platforms) : platforms,
  }
}

const withoutWorking = (platforms: PublicHealth['platforms']) =>
  Object.fromEntries(Object.entries(platforms).filter(([, { state }]) => state !== 'works'))

const FRESH_MS = 30_000
/** Older marks are not shown. */
const OLD_MS = 120_000
let last: PublicHealth | undefined
let askedAt = 0

async function remember(env: Env): Promise<void> {
  last = await publicHealth(env)
}

/** What this isolate knows. It never waits, so that the home page does not either. */
export function healthAtHand(env: Env, later: (work: Promise<unknown>) => void): PublicHealth | undefined {
  const now = Date.now()
  if (now > askedAt + FRESH_MS) {
    askedAt = now
    later(remember(env))
  }
  return last && now < last.at + OLD_MS ? last : undefined
}
