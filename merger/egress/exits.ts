import { randomInt } from 'node:crypto'
import { codeOfClosed } from '#contract/closed-exits.ts'
import { budgetOf, DIRECT, exitsOf, exitsOfProxy, noExits, type ExitSettings } from '#contract/exits.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { Failure } from '#contract/failure.ts'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import { Breaker, type Outcome, type Requester } from './breaker.ts'
import type { Upstream } from './upstream.ts'

/**
 * The platform name under which all unknown sites share one circuit breaker for each exit. A refusal by an
 * unknown site does not open this breaker; only a fault of the exit's proxy opens it.
 */
export const UNKNOWN_SITES = 'other'
/** The character between the name of an exit and the number of its session, as in `home-3`. */
const SEPARATOR = '-'

/** One extraction's use of a network exit (a proxy of the operator, or a direct connection). */
export type ExitUse = {
  /**
   * Id of the exit:
   * - for the default exit, if it is a direct connection or has only one proxy session: undefined
   * - for any other direct connection: `direct`
   * - for any other proxy: the name of the exit and the number of the proxy session (contract/exits.ts), such
   *   as `home-3`
   *
   * yt-dlp sends this id to the guard as its proxy user name. If a media link works only from the IP address
   * with which it was extracted, `Rendition.exit` contains the id.
   */
  id: string | undefined
  /** The name of the exit without the number of the proxy session: `home` for the id `home-3`. */
  exit: string
  /** How often the proxy of the exit has failed since the start of this extraction. */
  faults: number
  /**
   * Records the outcome of the extraction. `outcome` is null if the extraction has shown nothing about the
   * exit.
   */
  end(outcome: Outcome | null): void
}

/** State of the breaker of one exit for one platform, as `/healthz` shows it. */
export type ExitState = { exit: string; platform: string } & ReturnType<Breaker['state']>

/**
 * Chooses the network exit (a proxy or the direct connection) of each extraction. The route of a platform is
 * a list of exits in the setting EXITS. An extraction uses the first exit of this list whose breaker does not
 * refuse the extraction and whose hourly budget is not used up. When a platform refuses an exit often, the
 * breaker of this exit opens, and later extractions use the next exit. The refused extractions are not
 * repeated through another exit.
 */
export class Exits {
  readonly #settings: ExitSettings
  readonly #breakers = new Map<string, Breaker>()
  readonly #running = new Map<string, Set<ExitUse>>()

  constructor(settings: ExitSettings) {
    this.#settings = settings
  }

  static of(config: Config): Exits {
    if (config.EXITS) return new Exits(exitsOf(config.EXITS))
    return new Exits(config.EGRESS_PROXY ? exitsOfProxy(config.EGRESS_PROXY) : noExits())
  }

  /**
   * Chooses the first exit of the platform's route whose breaker does not refuse the extraction and whose
   * hourly budget is not used up. If there is no such exit, throws a Failure with the first code that
   * applies:
   * - `exit_used`: at least one exit has a breaker that allows the extraction, but no hourly budget left
   * - `exit_down`: the proxy of at least one exit is broken
   * - `site_blocks_us`: in all other cases
   * @param without names of the exits that this extraction has already tried; they are skipped
   */
  begin(
    platform: string,
    without: ReadonlySet<string>,
    requester: Requester = {},
    now = Date.now(),
  ): ExitUse {
    let waitMs = Infinity
    for (const exit of this.#namesFor(platform)) {
      if (without.has(exit)) continue
      const breaker = this.#breakerOf(exit, platform)
      const verdict = breaker.check(now, requester)
      if (verdict === 'now') return this.#start(exit, platform, breaker, requester, now)
      if (verdict !== 'refused') waitMs = Math.min(waitMs, verdict.waitMs)
    }
    if (waitMs < Infinity)
      throw new Failure('exit_used', {
        cause: `the budget of ${platform} is used up for ${Math.ceil(waitMs / 1_000)} s`,
      })
    const states = this.#namesFor(platform).map((exit) => this.#breakerOf(exit, platform).state(now))
    throw new Failure(codeOfClosed(states), { cause: `no exit for ${platform} can be used` })
  }

  /**
   * Returns the proxy for an id such as `home-3` (session 3 of the exit `home`). Returns undefined for a
   * direct connection. Throws `forbidden` for an unknown exit.
   */
  upstreamOf = (id: string | undefined): Upstream | undefined => {
    const { exit, session } = this.#parsed(id)
    if (exit === DIRECT) return undefined
    const setting = this.#settings.exits[exit]
    if (!setting) throw new Failure('forbidden', { cause: 'unknown exit' })
    const url = new URL(setting.via.replace('{session}', String(session)))
    return { url, resolvesNames: setting.names ?? url.protocol === 'socks5h:' }
  }

  /** Counts one fault of an exit's proxy for every running extraction that uses this exit. */
  onFault = (id: string | undefined): void => {
    for (const exitUse of this.#running.get(this.#parsed(id).exit) ?? []) exitUse.faults += 1
  }

  /**
   * Applies the breaker states that other mergers have reported for exits. Ignores the state of an exit that
   * is not in the platform's route.
   */
  adopt(platform: string, states: readonly ExitReport[], now = Date.now()): void {
    const names = this.#namesFor(platform)
    for (const state of states)
      if (names.includes(state.exit)) this.#breakerOf(state.exit, platform).adopt(state, now)
  }

  /**
   * Returns the breaker states of the exits of a platform's route, in the order of the route. The edge passes
   * these states to the other mergers.
   */
  routeStates(platform: string, now = Date.now()): ExitReport[] {
    return this.#namesFor(platform).map((exit) => {
      const breaker = this.#breakerOf(exit, platform)
      const { state: _, ...closed } = breaker.state(now)
      const used = breaker.used(now)
      return { exit, ...closed, used, ...(closed.until !== null && { pause: breaker.pause }) }
    })
  }

  /** Returns the breaker state of each pair of exit and platform that has been used. */
  states(now = Date.now()): ExitState[] {
    return [...this.#breakers].map(([key, breaker]) => {
      const [exit = '', platform = ''] = key.split(' ')
      return { exit, platform, ...breaker.state(now) }
    })
  }

  #start(exit: string, platform: string, breaker: Breaker, requester: Requester, started: number): ExitUse {
    const report = breaker.start(started, EXTRACTION_DEADLINE_MS, requester)
    const sessions = this.#settings.exits[exit]?.sessions ?? 1
    const isDefault = exit === this.#settings.default && sessions === 1
    const running = this.#running.get(exit) ?? new Set()
    this.#running.set(exit, running)
    const exitUse: ExitUse = {
      id: isDefault ? undefined : exit === DIRECT ? DIRECT : `${exit}${SEPARATOR}${1 + randomInt(sessions)}`,
      exit,
      faults: 0,
      end: (outcome) => {
        running.delete(exitUse)
        const now = Date.now()
        const before = breaker.state(now).state
        report(platform === UNKNOWN_SITES && outcome === 'blocked' ? 'ok' : outcome, now)
        const after = breaker.state(now)
        if (after.state !== before) log('breaker', { exit, platform, ...after })
      },
    }
    running.add(exitUse)
    return exitUse
  }

  #namesFor(platform: string): string[] {
    const route = this.#settings.routes.find(({ platforms }) => !platforms || platforms.includes(platform))
    return route?.try ?? [this.#settings.default]
  }

  #breakerOf(exit: string, platform: string): Breaker {
    const key = `${exit} ${platform}`
    const breaker = this.#breakers.get(key) ?? new Breaker(budgetOf(this.#settings, exit, platform))
    this.#breakers.set(key, breaker)
    return breaker
  }

  /**
   * Splits an id such as `home-3` into exit and session. Without an id, returns the default exit and session
   * 1.
   */
  #parsed(id: string | undefined): { exit: string; session: number } {
    const text = id ?? this.#settings.default
    const [, exit = text, session = '1'] = /^(.+)-(\d{1,4})$/.exec(text) ?? []
    return { exit, session: Number(session) }
  }
}
