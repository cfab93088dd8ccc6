import { DurableObject } from 'cloudflare:workers'
import type { PlatformState } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import type { ExitReport } from '#contract/engine.ts'
import { DIRECT } from '#contract/exits.ts'
import { log } from '../log.ts'

const HOUR_MS = 3_600_000
const KEY = 'refused'
/** An isolate asks for the states of all platforms at most once in this time. */
const MEMORY_MS = 10_000

/** Since when a platform refuses an exit, and until when no extraction may use it. Epoch milliseconds. */
type Refused = { since: number; until: number }
/** What the mergers have found out about one platform. */
type Platform = {
  /** By address: see `addressOf`. */
  refused: Map<string, Refused>
  /** The addresses of the platform's route, in its order, by the group of mergers that has the route. */
  routes: Map<string, string[]>
}
/** The budget that each merger has used of an address, and when it said so. */
type Use = { address: string; merger: string; used: number; at: number }

/** The knowledge of all mergers that one merger needs for an extraction. */
export type Known = {
  exits: ExitReport[]
  /** Whether each exit of the merger is refused, so that the merger would send no request. */
  isRefused: boolean
}

const isContainer = (merger: string) => !merger.startsWith('local:')
/** Mergers with the same settings: the containers, which share one network, and each machine elsewhere. */
const groupOf = (merger: string) => (isContainer(merger) ? 'containers' : merger)
/** A named exit is the same for all mergers. The direct one is another address for each machine elsewhere. */
const addressOf = (exit: string, merger: string) => (exit === DIRECT ? `${DIRECT} ${groupOf(merger)}` : exit)
const isFor = (address: string, merger: string) => address === addressOf(exitOf(address), merger)
const exitOf = (address: string) => address.split(' ')[0]!

/**
 * Shares the breakers and budgets of exits between all mergers: one object for the deployment. Refusals are stored,
 * so that a container that has just started does not ask a platform that refuses it. Holds no visitor and no link.
 */
export class Refusals extends DurableObject<Env> {
  readonly #platforms: Map<string, Platform>
  #uses: Use[] = []

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#platforms = ctx.storage.kv.get<Map<string, Platform>>(KEY) ?? new Map()
  }

  /** What a merger should know before it extracts a link of this platform. */
  async known(platform: string, merger: string): Promise<Known> {
    const now = Date.now()
    const found = this.#platforms.get(platform)
    const route = found?.routes.get(groupOf(merger))
    // A merger that has not answered yet may have a named exit that is known from others.
    const addresses = route ?? [...(found?.refused.keys() ?? [])].filter((address) => isFor(address, merger))
    const exits = addresses.map((address) => {
      const { since, until } = found!.refused.get(address) ?? { since: null, until: null }
      return {
        exit: exitOf(address),
        since,
        until,
        used: this.#usedElsewhere(platform, address, merger, now),
      }
    })
    return { exits, isRefused: route !== undefined && exits.every(({ until }) => (until ?? 0) > now) }
  }

  /**
   * Takes over the exits of a merger after an extraction. A merger that does not know of a refusal does not end it:
   * only a try after its pause does.
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
    for (const { exit, since, until, used } of exits) {
      const address = addressOf(exit, merger)
      this.#note({ address: `${platform} ${address}`, merger, used, at: now })
      const known = found.refused.get(address)
      if (since !== null && until !== null) {
        if (until > (known?.until ?? 0)) found.refused.set(address, { since: known?.since ?? since, until })
      } else if (known && known.until <= now) found.refused.delete(address)
    }
    const inUse = new Set([...found.routes.values()].flat())
    for (const address of found.refused.keys()) if (!inUse.has(address)) found.refused.delete(address)
    if (JSON.stringify([[...found.refused], [...found.routes]]) !== before)
      this.ctx.storage.kv.put(KEY, this.#platforms)
  }

  /** The state of each platform that any merger has asked. */
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

  /** A used budget fills up again within an hour. */
  #usedElsewhere(platform: string, address: string, merger: string, now: number): number {
    return this.#uses
      .filter((use) => use.address === `${platform} ${address}` && use.merger !== merger)
      .reduce((sum, { used, at }) => sum + used * Math.max(0, 1 - (now - at) / HOUR_MS), 0)
  }
}

/** `refused`: no merger has an exit left. `limited`: some exits are refused, or one extraction tries again. */
function stateOf({ refused, routes }: Platform, now: number): PlatformState {
  const isOpen = (address: string) => (refused.get(address)?.until ?? 0) > now
  const isRefused = [...routes.values()].every((addresses) => addresses.every(isOpen))
  // When nobody has tried for long, the last refusal says nothing any more.
  const recent = [...refused.values()].filter(({ until }) => until > now - HOUR_MS)
  if (recent.length === 0) return { state: 'works', since: null }
  const since = Math.min(...recent.map((each) => each.since))
  return { state: isRefused ? 'refused' : 'limited', since: new Date(since).toISOString() }
}

/** What a merger should know about the exits for a platform. Without an answer the work goes on. */
export async function knownExits(env: Env, platform: string, merger: string): Promise<Known> {
  try {
    return await env.REFUSALS.getByName('all').known(platform, merger)
  } catch (error) {
    log('refusals_failed', { cause: causeText(error) })
    return { exits: [], isRefused: false }
  }
}

/** Shares the exits of a merger after an extraction. Never throws. */
export async function shareExits(
  env: Env,
  platform: string,
  merger: string,
  exits: readonly ExitReport[],
): Promise<void> {
  try {
    await env.REFUSALS.getByName('all').learn(platform, merger, exits)
  } catch (error) {
    log('refusals_failed', { cause: causeText(error) })
  }
}

let memory: { states: Promise<Record<string, PlatformState>>; until: number } | undefined

/** The state of each platform that was asked; at most ten seconds old. */
export async function platformStates(env: Env): Promise<Record<string, PlatformState>> {
  if (!memory || memory.until < Date.now()) {
    const states = env.REFUSALS.getByName('all')
      .states()
      .catch((error: unknown) => {
        log('refusals_failed', { cause: causeText(error) })
        return {}
      })
    memory = { states, until: Date.now() + MEMORY_MS }
  }
  return await memory.states
}
