import { DurableObject } from 'cloudflare:workers'
import type { PlatformState } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { closedUntil } from '#contract/closed-exits.ts'
import { DIRECT, ONLY_PROXY } from '#contract/exits.ts'
import { hashOf } from '../grants/seal.ts'
import { log } from '../log.ts'
import { withTimeout } from '../retry.ts'
import { mergersEverywhere } from './locations.ts'

const HOUR_MS = 3_600_000
const MEMORY_MS = 10_000
const ANSWER_MS = 1_000

/**
 * `since` and `until` are epoch milliseconds, `pause` is milliseconds. From `until` on, extractions may use
 * the exit again. `is_fault` is absent if the platform refuses.
 */
type Refused = Pick<ExitReport, 'pause' | 'is_fault'> & { since: number; until: number }
type Platform = {
  /** by `exitKeyOf` */
  refused: Map<string, Refused>
  /** by `groupOf`, in the order in which the group tries its exits */
  routes: Map<string, string[]>
}
/** `at` is epoch milliseconds. `platformExit` is the platform, a space and the result of `exitKeyOf`. */
type Use = { platformExit: string; merger: string; used: number; at: number }

export type Known = {
  exits: ExitReport[]
  /**
   * Always false for a merger outside Cloudflare, because its settings may have changed since its last
   * report.
   */
  isClosed: boolean
}

const isContainer = (merger: string) => !merger.startsWith('local:')
/** All containers are one group, because they have the same settings and share one network. */
const groupOf = (merger: string) => (isContainer(merger) ? 'containers' : merger)
/**
 * The name of a proxy in EXITS, which all mergers share. Otherwise `direct` or `proxy` with the group,
 * because each group has its own direct connection and EGRESS_PROXY.
 */
const exitKeyOf = (exit: string, merger: string) =>
  exit === DIRECT || exit === ONLY_PROXY ? `${exit} ${groupOf(merger)}` : exit
const isFor = (exitKey: string, merger: string) => exitKey === exitKeyOf(exitOf(exitKey), merger)
const exitOf = (exitKey: string) => exitKey.split(' ')[0]!

/**
 * Contains a hash of the proxy settings, so that older states no longer apply after a change. Hashed, because
 * the settings contain passwords.
 */
async function keyOf(env: object): Promise<string> {
  const { MERGER_EXITS = '', MERGER_EGRESS_PROXY = '' } = env as Record<string, string | undefined>
  return `refused ${await hashOf(JSON.stringify([MERGER_EXITS, MERGER_EGRESS_PROXY]))}`
}

export class Refusals extends DurableObject<Env> {
  #key = ''
  #platforms = new Map<string, Platform>()
  #uses: Use[] = []

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    void ctx.blockConcurrencyWhile(async () => {
      this.#key = await keyOf(env)
      const keys = Array.from(ctx.storage.kv.list(), ([key]) => key)
      for (const key of keys) if (key !== this.#key) ctx.storage.kv.delete(key)
      this.#platforms = ctx.storage.kv.get<Map<string, Platform>>(this.#key) ?? new Map()
    })
  }

  async known(platform: string, merger: string): Promise<Known> {
    const now = Date.now()
    const found = this.#platforms.get(platform)
    const route = found?.routes.get(groupOf(merger))
    // If the merger's group has sent no report yet, it is unknown which exits the merger uses. But several
    // groups can use the same proxy of the setting EXITS. So the result contains every such proxy that
    // another group has reported as unusable.
    const exitKeys = route ?? [...(found?.refused.keys() ?? [])].filter((exitKey) => isFor(exitKey, merger))
    const exits = exitKeys.map((exitKey) => {
      return {
        exit: exitOf(exitKey),
        ...(found!.refused.get(exitKey) ?? { since: null, until: null }),
        used: this.#usedElsewhere(platform, exitKey, merger, now),
      }
    })
    const isClosed = isContainer(merger) && route !== undefined && closedUntil(exits, now) !== null
    return { exits, isClosed }
  }

  /**
   * Before `until`, a report that an exit works is ignored: no extraction may use the exit yet, and the
   * merger may not know this.
   */
  async learn(platform: string, merger: string, exits: readonly ExitReport[]): Promise<void> {
    const now = Date.now()
    const found = this.#platforms.get(platform) ?? {
      refused: new Map<string, Refused>(),
      routes: new Map<string, string[]>(),
    }
    this.#platforms.set(platform, found)
    const before = JSON.stringify([[...found.refused], [...found.routes]])
    found.routes.set(
      groupOf(merger),
      exits.map(({ exit }) => exitKeyOf(exit, merger)),
    )
    for (const { exit, since, until, used, pause, is_fault } of exits) {
      const exitKey = exitKeyOf(exit, merger)
      this.#note({ platformExit: `${platform} ${exitKey}`, merger, used, at: now })
      const known = found.refused.get(exitKey)
      if (since !== null && until !== null) {
        if (until > (known?.until ?? now))
          found.refused.set(exitKey, { since: known?.since ?? since, until, pause, is_fault })
      } else if (known && known.until <= now) found.refused.delete(exitKey)
    }
    const inUse = new Set([...found.routes.values()].flat())
    for (const exitKey of found.refused.keys()) if (!inUse.has(exitKey)) found.refused.delete(exitKey)
    if (JSON.stringify([[...found.refused], [...found.routes]]) !== before)
      this.ctx.storage.kv.put(this.#key, this.#platforms)
  }

  async states(): Promise<Record<string, PlatformState>> {
    const now = Date.now()
    const groups = new Set(mergersEverywhere(this.env).map(groupOf))
    const known = [...this.#platforms].map(([id, platform]) => [id, reportedBy(groups, platform)] as const)
    return Object.fromEntries(
      known.filter(([, { routes }]) => routes.size > 0).map(([id, found]) => [id, stateOf(found, now)]),
    )
  }

  #note(use: Use): void {
    const others = this.#uses.filter(
      ({ platformExit, merger, at }) =>
        at > use.at - HOUR_MS && !(platformExit === use.platformExit && merger === use.merger),
    )
    this.#uses = use.used > 0 ? [...others, use] : others
  }

  /** An estimate: the weight of a report falls linearly to zero within one hour. */
  #usedElsewhere(platform: string, exitKey: string, merger: string, now: number): number {
    return this.#uses
      .filter((use) => use.platformExit === `${platform} ${exitKey}` && use.merger !== merger)
      .reduce((sum, { used, at }) => sum + used * Math.max(0, 1 - (now - at) / HOUR_MS), 0)
  }
}

function reportedBy(groups: ReadonlySet<string>, { refused, routes }: Platform): Platform {
  const left = new Map([...routes].filter(([group]) => groups.has(group)))
  const inUse = new Set([...left.values()].flat())
  return { refused: new Map([...refused].filter(([exitKey]) => inUse.has(exitKey))), routes: left }
}

function stateOf({ refused, routes }: Platform, now: number): PlatformState {
  const exitKeys = [...routes.values()].flat()
  // If no extraction uses the exit within an hour after `until`, its state is unknown and no longer counts.
  const recent = new Map([...refused].filter(([, { until }]) => until > now - HOUR_MS))
  const refusals = [...recent.values()].filter(({ is_fault }) => !is_fault)
  const isRefused = (exitKey: string) =>
    (recent.get(exitKey)?.until ?? 0) > now && !recent.get(exitKey)?.is_fault
  if (recent.size === 0) return { state: 'works', since: null }
  if (exitKeys.every(isRefused)) return stateSince('refused', Math.min(...refusals.map(({ since }) => since)))
  if (refusals.length < recent.size && exitKeys.every((exitKey) => recent.has(exitKey)))
    return stateSince('unreachable', Math.max(...[...recent.values()].map(({ since }) => since)))
  if (refusals.length > 0) return stateSince('limited', Math.min(...refusals.map(({ since }) => since)))
  return { state: 'works', since: null }
}

const stateSince = (state: PlatformState['state'], since: number): PlatformState => ({
  state,
  since: new Date(since).toISOString(),
})

/** Stubs are not reused, because a stub can stay broken after an error. */
const sharedIn = (env: Env) => env.REFUSALS.getByName('all')

/** If the object fails or is slow, returns no exits, so that the extraction can continue. */
export async function knownExits(env: Env, platform: string, merger: string): Promise<Known> {
  try {
    return await withTimeout(ANSWER_MS, async () => await sharedIn(env).known(platform, merger))
  } catch (error) {
    log('refusals_failed', { cause: causeText(error) })
    return { exits: [], isClosed: false }
  }
}

/** Never throws. */
export async function shareExits(
  env: Env,
  platform: string,
  merger: string,
  exits: readonly ExitReport[],
): Promise<void> {
  try {
    await withTimeout(ANSWER_MS, async () => await sharedIn(env).learn(platform, merger, exits))
  } catch (error) {
    log('refusals_failed', { cause: causeText(error) })
  }
}

let memory: { states: Record<string, PlatformState>; until: number } | undefined

/** At most ten seconds old; no states if the object fails or is slow. */
export async function platformStates(env: Env): Promise<Record<string, PlatformState>> {
  if (memory && memory.until >= Date.now()) return memory.states
  // The cache contains the result and not the promise. If Cloudflare cancels the request that created the
  // promise, the promise may never settle.
  const states = await withTimeout(ANSWER_MS, async () => await sharedIn(env).states()).catch(
    (error: unknown) => {
      log('refusals_failed', { cause: causeText(error) })
      return {}
    },
  )
  memory = { states, until: Date.now() + MEMORY_MS }
  return states
}
