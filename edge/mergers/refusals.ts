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
/** Time for which an isolate caches the states of the platforms (`platformStates`). */
const MEMORY_MS = 10_000
/** Deadline of a call to the Durable Object `Refusals`. */
const ANSWER_MS = 1_000

/**
 * The state of a network exit (a proxy or the direct connection, contract/exits.ts) that cannot be used for
 * one platform:
 * - `since`: the time in epoch milliseconds at which the exit became unusable
 * - `until`: the time in epoch milliseconds from which extractions may use the exit again
 * - `pause`: the duration in milliseconds of the pause that ends at `until`
 * - `is_fault`: true if the proxy is broken; absent if the platform refuses requests through the exit
 */
type Refused = Pick<ExitReport, 'pause' | 'is_fault'> & { since: number; until: number }
/** The reports of all mergers about their network exits (proxies or direct connections) for one platform. */
type Platform = {
  /** The exits that cannot be used for the platform. The map key is the result of `exitKeyOf`. */
  refused: Map<string, Refused>
  /**
   * The exits that each group of mergers uses for the platform, in the order in which the group tries them.
   * The map key is the name of the group (`groupOf`). Each exit is given by the result of `exitKeyOf`.
   */
  routes: Map<string, string[]>
}
/**
 * One merger's use of one network exit (a proxy or the direct connection) for one platform. `used` is the
 * number of extractions that counted against the hourly budget of the exit at the time `at` (epoch
 * milliseconds). `platformExit` is the id of the platform, a space and the result of `exitKeyOf`.
 */
type Use = { platformExit: string; merger: string; used: number; at: number }

/**
 * The states of the network exits (proxies or the direct connection) that one merger uses for one platform.
 * Mergers can share an exit, so the states come from the reports of all mergers. The edge sends `exits` to
 * the merger with each extraction.
 */
export type Known = {
  exits: ExitReport[]
  /**
   * True if the merger has no exit that can be used. A call to the merger would then be useless. Always false
   * for a merger outside Cloudflare, because its settings may have changed since its last report.
   */
  isClosed: boolean
}

const isContainer = (merger: string) => !merger.startsWith('local:')
/**
 * Returns the group of a merger. All containers are one group, because they have the same settings and share
 * one network. Each merger outside Cloudflare is a group of its own.
 */
const groupOf = (merger: string) => (isContainer(merger) ? 'containers' : merger)
/**
 * Returns the key that identifies a network exit (a proxy or the direct connection):
 * - For a proxy in the setting EXITS: its name. All mergers use this name for the same proxy.
 * - For the direct connection and the proxy in the setting EGRESS_PROXY: `direct` or `proxy`, a space and the
 *   group of the merger, because each group has its own direct connection and its own EGRESS_PROXY.
 */
const exitKeyOf = (exit: string, merger: string) =>
  exit === DIRECT || exit === ONLY_PROXY ? `${exit} ${groupOf(merger)}` : exit
const isFor = (exitKey: string, merger: string) => exitKey === exitKeyOf(exitOf(exitKey), merger)
const exitOf = (exitKey: string) => exitKey.split(' ')[0]!

/**
 * Returns the storage key for the states of the proxies and direct connections. The key contains a hash of
 * the containers' proxy settings. So after a change of these settings, older states no longer apply. The
 * settings are hashed because they contain passwords.
 */
async function keyOf(env: object): Promise<string> {
  const { MERGER_EXITS = '', MERGER_EGRESS_PROXY = '' } = env as Record<string, string | undefined>
  return `refused ${await hashOf(JSON.stringify([MERGER_EXITS, MERGER_EGRESS_PROXY]))}`
}

/**
 * The Durable Object in which mergers share the states of their network exits (proxies or direct
 * connections): which of them can be used for each platform. The object also knows how much of the hourly
 * budget of each exit is used. The deployment has one such object.
 *
 * The object keeps refusals in its storage. So a newly started container sends no request to a platform that
 * refuses the containers. The object stores nothing about visitors or links.
 */
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

  /**
   * Returns what is known about the network exits (proxies or the direct connection) that this merger uses
   * for this platform.
   */
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
   * Stores what a merger reports about its network exits (proxies or the direct connection) after an
   * extraction. The report can say that an exit works although the exit is stored as unusable. Then the
   * stored time `until` decides:
   * - Before `until`, the report is ignored. No extraction may use the exit yet, and the merger may not know
   *   this.
   * - After `until`, the stored state is deleted, because an extraction through the exit has succeeded.
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

  /**
   * Returns the state of each platform from which mergers have extracted. Reports of mergers that are no
   * longer configured do not count.
   */
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

  /**
   * Returns an estimate: how many extractions of the other mergers currently count against the hourly budget
   * of an exit (proxy or direct connection). A new report counts in full. Its weight falls linearly to zero
   * within one hour.
   */
  #usedElsewhere(platform: string, exitKey: string, merger: string, now: number): number {
    return this.#uses
      .filter((use) => use.platformExit === `${platform} ${exitKey}` && use.merger !== merger)
      .reduce((sum, { used, at }) => sum + used * Math.max(0, 1 - (now - at) / HOUR_MS), 0)
  }
}

/**
 * Returns what the given groups of mergers (`groupOf`) have reported about a platform. `groups` contains the
 * groups of all configured mergers. The result omits each network exit (proxy or direct connection) that none
 * of these groups uses, because no merger reports its state any more.
 */
function reportedBy(groups: ReadonlySet<string>, { refused, routes }: Platform): Platform {
  const left = new Map([...routes].filter(([group]) => groups.has(group)))
  const inUse = new Set([...left.values()].flat())
  return { refused: new Map([...refused].filter(([exitKey]) => inUse.has(exitKey))), routes: left }
}

/**
 * Returns the state of a platform: the first of these states that applies.
 * - `refused`: The platform refuses every network exit (proxy or direct connection) of every merger.
 * - `unreachable`: No exit can be used, and at least one proxy is broken.
 * - `limited`: The platform refuses some exits.
 * - `works`: All other cases. For example, a proxy is broken, but another exit can be used.
 *
 * Each refused or broken exit has a time `until`, from which extractions may use it again. For the state
 * `refused`, the exit counts as refused until this time. For `unreachable` and `limited`, it counts as
 * refused or broken for one hour longer, unless an extraction through it succeeds earlier.
 */
function stateOf({ refused, routes }: Platform, now: number): PlatformState {
  const exitKeys = [...routes.values()].flat()
  // Extractions may use an exit again from the time `until`. If no extraction uses the exit within one hour
  // after this time, its current state is unknown. It then no longer counts as refused or broken.
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

/**
 * Returns a new stub of the only `Refusals` object. Stubs are not reused, because a stub can stay broken
 * after an error.
 */
const sharedIn = (env: Env) => env.REFUSALS.getByName('all')

/**
 * Returns what is known about the network exits (proxies or the direct connection) that this merger uses for
 * a platform. If the Durable Object fails or is slow, returns no exits, so that the extraction can continue.
 */
export async function knownExits(env: Env, platform: string, merger: string): Promise<Known> {
  try {
    return await withTimeout(ANSWER_MS, async () => await sharedIn(env).known(platform, merger))
  } catch (error) {
    log('refusals_failed', { cause: causeText(error) })
    return { exits: [], isClosed: false }
  }
}

/**
 * After an extraction, reports the states of a merger's network exits (proxies or the direct connection) to
 * the `Refusals` object. Never throws.
 */
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

/**
 * Returns the state of each platform from which mergers have extracted. The states are at most ten seconds
 * old. Returns no states if the Durable Object fails or is slow.
 */
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
