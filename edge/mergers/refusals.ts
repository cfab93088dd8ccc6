import { DurableObject } from 'cloudflare:workers'
import type { PlatformState } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { DIRECT } from '#contract/exits.ts'
import { hashOf } from '../grants/seal.ts'
import { log } from '../log.ts'
import { withTimeout } from '../retry.ts'

const HOUR_MS = 3_600_000
/** Minimum time between two reads of all platform states by an isolate. */
const MEMORY_MS = 10_000
/** Deadline of a call to the Durable Object. It responds at once. */
const ANSWER_MS = 1_000

/**
 * A refusal of an exit by a platform: the time from which it holds, and the time until which no extraction
 * may use the exit, both in epoch milliseconds. `pause` is the duration of the pause in milliseconds.
 */
type Refused = { since: number; until: number; pause?: number | undefined }
/** The reports of all mergers about one platform. */
type Platform = {
  /** The refusals, by address (see `addressOf`). */
  refused: Map<string, Refused>
  /**
   * For each group of mergers, the addresses of the group's route for the platform, in the order of the
   * route.
   */
  routes: Map<string, string[]>
}
/** The number of extractions for which one merger has used an address, and the time of its report. */
type Use = { address: string; merger: string; used: number; at: number }

/** The reports of the other mergers, reduced to the facts that one merger needs for an extraction. */
export type Known = {
  exits: ExitReport[]
  /**
   * Whether the platform refuses every exit of the merger, so that the merger would send no request. Always
   * false for a merger outside Cloudflare, because its settings may have changed since its report.
   */
  isRefused: boolean
}

const isContainer = (merger: string) => !merger.startsWith('local:')
/**
 * Returns the group of a merger. The mergers of a group have the same settings: all containers, which share
 * one network, are one group; each machine outside Cloudflare is a group of its own.
 */
const groupOf = (merger: string) => (isContainer(merger) ? 'containers' : merger)
/**
 * Returns the key under which an exit is stored. A named exit is the same for all mergers. The direct exit
 * has a different IP address in each group of mergers, so its key contains the group.
 */
const addressOf = (exit: string, merger: string) => (exit === DIRECT ? `${DIRECT} ${groupOf(merger)}` : exit)
const isFor = (address: string, merger: string) => address === addressOf(exitOf(address), merger)
const exitOf = (address: string) => address.split(' ')[0]!

/**
 * Returns the key under which the states are stored. It depends on the settings of the containers' exits, so
 * that no refusal of an earlier setting holds for a new one. The settings contain passwords, so the key
 * contains their hash.
 */
async function keyOf(env: object): Promise<string> {
  const { MERGER_EXITS = '', MERGER_EGRESS_PROXY = '' } = env as Record<string, string | undefined>
  return `refused ${await hashOf(JSON.stringify([MERGER_EXITS, MERGER_EGRESS_PROXY]))}`
}

/**
 * A Durable Object that shares the breakers and budgets of exits between all mergers. There is one object for
 * the deployment. It stores refusals, so that a container that has just started sends no request to a
 * platform that refuses it. It stores no visitor and no link.
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

  /** Returns what a merger needs to know before it extracts a link of this platform. */
  async known(platform: string, merger: string): Promise<Known> {
    const now = Date.now()
    const found = this.#platforms.get(platform)
    const route = found?.routes.get(groupOf(merger))
    // A merger that has not reported yet may have a named exit that other mergers have reported.
    const addresses = route ?? [...(found?.refused.keys() ?? [])].filter((address) => isFor(address, merger))
    const exits = addresses.map((address) => {
      return {
        exit: exitOf(address),
        ...(found!.refused.get(address) ?? { since: null, until: null }),
        used: this.#usedElsewhere(platform, address, merger, now),
      }
    })
    const isOpen = ({ until }: ExitReport) => (until ?? 0) > now
    return { exits, isRefused: isContainer(merger) && route !== undefined && exits.every(isOpen) }
  }

  /**
   * Records the exits that a merger reports after an extraction. A report without a refusal ends a known
   * refusal only if the pause of the refusal is over. During the pause, the merger may simply not know of the
   * refusal. After the pause, a merger reports no refusal only if its trial was successful.
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
      exits.map(({ exit }) => addressOf(exit, merger)),
    )
    for (const { exit, since, until, used, pause } of exits) {
      const address = addressOf(exit, merger)
      this.#note({ address: `${platform} ${address}`, merger, used, at: now })
      const known = found.refused.get(address)
      if (since !== null && until !== null) {
        if (until > (known?.until ?? now))
          found.refused.set(address, { since: known?.since ?? since, until, pause })
      } else if (known && known.until <= now) found.refused.delete(address)
    }
    const inUse = new Set([...found.routes.values()].flat())
    for (const address of found.refused.keys()) if (!inUse.has(address)) found.refused.delete(address)
    if (JSON.stringify([[...found.refused], [...found.routes]]) !== before)
      this.ctx.storage.kv.put(this.#key, this.#platforms)
  }

  /** Returns the state of each platform that any merger has reported. */
  async states(): Promise<Record<string, PlatformState>> {
    const now = Date.now()
    return Object.fromEntries([...this.#platforms].map(([id, platform]) => [id, stateOf(platform, now)]))
  }

  #note(use: Use): void {
    const others = this.#uses.filter(
      ({ address, merger, at }) =>
        at > use.at - HOUR_MS && !(address === use.address && merger === use.merger),
    )
    this.#uses = use.used > 0 ? [...others, use] : others
  }

  /**
   * Returns how many extractions other mergers count against the budget of an address. The number decreases
   * to zero within an hour.
   */
  #usedElsewhere(platform: string, address: string, merger: string, now: number): number {
    return this.#uses
      .filter((use) => use.address === `${platform} ${address}` && use.merger !== merger)
      .reduce((sum, { used, at }) => sum + used * Math.max(0, 1 - (now - at) / HOUR_MS), 0)
  }
}

/**
 * Returns the state of a platform. `refused`: the platform refuses every exit of every merger. `limited`: it
 * refuses some exits, or the pause of a refusal is over.
 */
function stateOf({ refused, routes }: Platform, now: number): PlatformState {
  const isOpen = (address: string) => (refused.get(address)?.until ?? 0) > now
  const isRefused = [...routes.values()].every((addresses) => addresses.every(isOpen))
  // A refusal that no extraction has tested again for an hour is not meaningful any more.
  const recent = [...refused.values()].filter(({ until }) => until > now - HOUR_MS)
  if (recent.length === 0) return { state: 'works', since: null }
  const since = Math.min(...recent.map((each) => each.since))
  return { state: isRefused ? 'refused' : 'limited', since: new Date(since).toISOString() }
}

/** Returns a new stub of the only Durable Object. After an error, a stub can stay broken. */
const sharedIn = (env: Env) => env.REFUSALS.getByName('all')

/**
 * Returns what a merger needs to know about the exits for a platform. If the Durable Object fails or is slow,
 * the extraction continues without this knowledge.
 */
export async function knownExits(env: Env, platform: string, merger: string): Promise<Known> {
  try {
    return await withTimeout(ANSWER_MS, async () => await sharedIn(env).known(platform, merger))
  } catch (error) {
    log('refusals_failed', { cause: causeText(error) })
    return { exits: [], isRefused: false }
  }
}

/** Shares the exits that a merger reports after an extraction. Never throws. */
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
 * Returns the state of each platform that any merger has reported; it is at most ten seconds old. Returns no
 * state if the Durable Object fails or is slow.
 */
export async function platformStates(env: Env): Promise<Record<string, PlatformState>> {
  if (memory && memory.until >= Date.now()) return memory.states
  // Requests share the value and not the promise: if the request that made a call is cancelled, the promise
  // of the call may never settle.
  const states = await withTimeout(ANSWER_MS, async () => await sharedIn(env).states()).catch(
    (error: unknown) => {
      log('refusals_failed', { cause: causeText(error) })
      return {}
    },
  )
  memory = { states, until: Date.now() + MEMORY_MS }
  return states
}
