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
 * The platform id of all sites that belong to no known platform. For each proxy, and for the direct
 * connection, these sites share one circuit breaker. This breaker opens only when the proxy fails, and not
 * when a site refuses extractions.
 */
export const UNKNOWN_SITES = 'other'
/** The character between the name of a proxy and the number of its session, as in the id `home-3`. */
const SEPARATOR = '-'

/** One extraction's use of a network exit (a proxy of the operator, or the direct connection). */
export type ExitUse = {
  /**
   * Id of the exit. yt-dlp sends it as its proxy user name to the guard, the merger's own HTTP proxy
   * (guard.ts).
   * - undefined: the default exit, if it is the direct connection or a proxy with only one session
   * - `direct`: the direct connection, if it is not the default exit
   * - `home-3`: session 3 of the proxy `home`. Every other proxy has an id of this form (contract/exits.ts).
   *
   * Some media links work only from the IP address with which they were extracted. `Rendition.exit` then
   * contains the id.
   */
  id: string | undefined
  /** The name of the proxy without the number of the session (`home` for the id `home-3`), or `direct`. */
  exit: string
  /** How often the proxy has failed since the start of this extraction. */
  faults: number
  /**
   * Ends the extraction and records its outcome. The outcome is null if the extraction has shown nothing
   * about its proxy or direct connection.
   */
  end(outcome: Outcome | null): void
}

/**
 * State of one circuit breaker, as `/healthz` shows it. Each breaker belongs to one platform and one network
 * exit (a proxy or the direct connection).
 */
export type ExitState = { exit: string; platform: string } & ReturnType<Breaker['state']>

/**
 * Chooses the network exit (a proxy or the direct connection) of each extraction. In the setting EXITS, the
 * operator can give a platform a route, which is a list of exits. An extraction uses the first exit of the
 * route that meets two conditions:
 * - The circuit breaker of the exit (breaker.ts) does not refuse the extraction.
 * - The hourly budget of the exit is not used up.
 *
 * When a platform often refuses an exit, the breaker of this exit opens. Later extractions then use the next
 * exit. The refused extractions themselves are not repeated through another exit.
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
   * Chooses the exit of an extraction that starts now. It is the first exit of the platform's route whose
   * breaker allows the extraction and whose hourly budget is not used up. If there is no such exit, throws a
   * Failure with the first code that applies:
   * - `exit_used`: The breaker of at least one exit allows the extraction, but the hourly budget is used up.
   * - `exit_down`: The breaker of at least one exit of the route has opened because its proxy failed.
   * - `site_blocks_us`: This is the code in all other cases.
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
   * Returns the proxy for an id such as `home-3` (session 3 of the proxy `home`). Returns undefined for the
   * direct connection. Throws `forbidden` if the id names no configured proxy.
   */
  upstreamOf = (id: string | undefined): Upstream | undefined => {
    const { exit, session } = this.#parsed(id)
    if (exit === DIRECT) return undefined
    const setting = this.#settings.exits[exit]
    if (!setting) throw new Failure('forbidden', { cause: 'unknown exit' })
    const url = new URL(setting.via.replace('{session}', String(session)))
    return { url, resolvesNames: setting.names ?? url.protocol === 'socks5h:' }
  }

  /** Counts one failure of a proxy for every running extraction that uses this proxy. */
  onFault = (id: string | undefined): void => {
    for (const exitUse of this.#running.get(this.#parsed(id).exit) ?? []) exitUse.faults += 1
  }

  /**
   * Applies what other mergers have reported about network exits (proxies or the direct connection). Ignores
   * an exit that is not in the platform's route.
   */
  adopt(platform: string, states: readonly ExitReport[], now = Date.now()): void {
    const names = this.#namesFor(platform)
    for (const state of states)
      if (names.includes(state.exit)) this.#breakerOf(state.exit, platform).adopt(state, now)
  }

  /**
   * Returns the breaker states of the network exits (proxies or direct connection) in a platform's route, in
   * this order. The edge passes these states to the other mergers.
   */
  routeStates(platform: string, now = Date.now()): ExitReport[] {
    return this.#namesFor(platform).map((exit) => {
      const breaker = this.#breakerOf(exit, platform)
      const { state: _, ...closed } = breaker.state(now)
      const used = breaker.used(now)
      return { exit, ...closed, used, ...(closed.until !== null && { pause: breaker.pause }) }
    })
  }

  /**
   * Returns the state of each breaker that exists so far. There is one breaker for each platform and each
   * proxy or direct connection.
   */
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
   * Splits an id such as `home-3` into the exit `home` and the session 3. Without an id, returns the default
   * exit and session 1.
   */
  #parsed(id: string | undefined): { exit: string; session: number } {
    const text = id ?? this.#settings.default
    const [, exit = text, session = '1'] = /^(.+)-(\d{1,4})$/.exec(text) ?? []
    return { exit, session: Number(session) }
  }
}
