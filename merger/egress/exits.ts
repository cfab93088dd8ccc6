import { randomInt } from 'node:crypto'
import { budgetOf, DIRECT, exitsOf, exitsOfProxy, noExits, type ExitSettings } from '#contract/exits.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { Failure } from '#contract/failure.ts'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import { Breaker, type Asker, type Outcome } from './breaker.ts'
import type { Upstream } from './upstream.ts'

/**
 * All links of unknown sites are counted under this platform name. Refusals by unknown sites do not open the
 * breakers of this name; only faults of proxies do.
 */
export const OTHER = 'other'
/** Separates the name of an exit from the number of its session. */
const SEPARATOR = '-'

/** The use of an exit by one extraction. */
export type Passage = {
  /**
   * Exit and session, such as `home-3`. `Rendition.exit` has the same value, and clients of the guard send it
   * as their user name. Undefined for a default exit with a single session.
   */
  id: string | undefined
  /** The exit's name. */
  exit: string
  /** Number of times that the exit's proxy could not be used since the extraction began. */
  faults: number
  /** Records the outcome of the extraction; null for an outcome that shows nothing about the exit. */
  end(outcome: Outcome | null): void
}

/** State of the breaker of one exit for one platform, as `/healthz` shows it. */
export type ExitState = { exit: string; platform: string } & ReturnType<Breaker['state']>

/**
 * Chooses the exit of each extraction: the first exit of the platform's route whose breaker is closed and
 * whose hourly budget is not used up. When a platform refuses an exit, only later extractions use the next
 * exit. The refused extraction is not repeated from another address.
 */
export class Exits {
  readonly #settings: ExitSettings
  readonly #breakers = new Map<string, Breaker>()
  readonly #running = new Map<string, Set<Passage>>()

  constructor(settings: ExitSettings) {
    this.#settings = settings
  }

  static of(config: Config): Exits {
    if (config.EXITS) return new Exits(exitsOf(config.EXITS))
    return new Exits(config.EGRESS_PROXY ? exitsOfProxy(config.EGRESS_PROXY) : noExits())
  }

  /**
   * Chooses an exit and begins a passage. Throws `busy` when every usable exit has used up its hourly budget,
   * and `site_blocks_us` when the breakers of all exits are open.
   * @param without names of exits to skip, because this extraction has already tried them
   */
  begin(platform: string, without: ReadonlySet<string>, asker: Asker = {}, now = Date.now()): Passage {
    let waitMs = Infinity
    for (const exit of this.#namesFor(platform)) {
      if (without.has(exit)) continue
      const breaker = this.#breakerOf(exit, platform)
      const verdict = breaker.check(now, asker)
      if (verdict === 'now') return this.#start(exit, platform, breaker, asker, now)
      if (verdict !== 'refused') waitMs = Math.min(waitMs, verdict.waitMs)
    }
    if (waitMs < Infinity)
      throw new Failure('busy', {
        cause: `the budget of ${platform} is used up for ${Math.ceil(waitMs / 1_000)} s`,
      })
    throw new Failure('site_blocks_us', { cause: `no exit for ${platform} is open` })
  }

  /**
   * Returns the proxy for the id of a passage; undefined for a direct connection. Throws `forbidden` for an
   * unknown id.
   */
  upstreamOf = (id: string | undefined): Upstream | undefined => {
    const { exit, session } = this.#parsed(id)
    if (exit === DIRECT) return undefined
    const setting = this.#settings.exits[exit]
    if (!setting) throw new Failure('forbidden', { cause: 'unknown exit' })
    const url = new URL(setting.via.replace('{session}', String(session)))
    return { url, names: setting.names ?? url.protocol === 'socks5h:' }
  }

  /** Counts one fault of a proxy for every extraction that is using its exit now. */
  onFault = (id: string | undefined): void => {
    for (const passage of this.#running.get(this.#parsed(id).exit) ?? []) passage.faults += 1
  }

  /**
   * Takes over the states of exits that other mergers have found. The state of an exit that is not in the
   * platform's route is ignored.
   */
  adopt(platform: string, states: readonly ExitReport[], now = Date.now()): void {
    const names = this.#namesFor(platform)
    for (const state of states)
      if (names.includes(state.exit)) this.#breakerOf(state.exit, platform).adopt(state, now)
  }

  /**
   * Returns the states of the exits of a platform's route, in the order of the route. The edge passes them to
   * the other mergers.
   */
  routeStates(platform: string, now = Date.now()): ExitReport[] {
    return this.#namesFor(platform).map((exit) => {
      const breaker = this.#breakerOf(exit, platform)
      const { since, until } = breaker.state(now)
      const used = breaker.used(now)
      return { exit, since, until, used, ...(until !== null && { pause: breaker.pause }) }
    })
  }

  /** Returns the state of every exit and platform that has been used. */
  states(now = Date.now()): ExitState[] {
    return [...this.#breakers].map(([key, breaker]) => {
      const [exit = '', platform = ''] = key.split(' ')
      return { exit, platform, ...breaker.state(now) }
    })
  }

  #start(exit: string, platform: string, breaker: Breaker, asker: Asker, started: number): Passage {
    breaker.start(started, EXTRACTION_DEADLINE_MS)
    const sessions = this.#settings.exits[exit]?.sessions ?? 1
    const isDefault = exit === this.#settings.default && sessions === 1
    const running = this.#running.get(exit) ?? new Set()
    this.#running.set(exit, running)
    const passage: Passage = {
      id: isDefault ? undefined : exit === DIRECT ? DIRECT : `${exit}${SEPARATOR}${1 + randomInt(sessions)}`,
      exit,
      faults: 0,
      end: (outcome) => {
        running.delete(passage)
        const now = Date.now()
        const before = breaker.state(now).state
        breaker.report(platform === OTHER && outcome === 'blocked' ? 'ok' : outcome, now, asker)
        const { state, until } = breaker.state(now)
        if (state !== before) log('breaker', { exit, platform, state, until })
      },
    }
    running.add(passage)
    return passage
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

  /** Splits an id into exit and session. Without an id, returns the default exit and its first session. */
  #parsed(id: string | undefined): { exit: string; session: number } {
    const text = id ?? this.#settings.default
    const [, exit = text, session = '1'] = /^(.+)-(\d{1,4})$/.exec(text) ?? []
    return { exit, session: Number(session) }
  }
}
