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
 * Sites of no known platform share one breaker for each exit. It opens only when the proxy fails, not when a
 * site refuses.
 */
export const UNKNOWN_SITES = 'other'
const SEPARATOR = '-'

export type ExitUse = {
  /**
   * yt-dlp sends it as its proxy user name to the guard. undefined: the default exit, if it is direct or has
   * one session.
   */
  id: string | undefined
  exit: string
  faults: number
  /** null: the extraction has shown nothing about its exit. */
  end(outcome: Outcome | null): void
}

export type ExitState = { exit: string; platform: string } & ReturnType<Breaker['state']>

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
   * Throws `exit_used` if only the budget of an exit is in the way, else `exit_down` if the proxy of one has
   * failed, else `site_blocks_us`.
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

  /** Throws `forbidden` if the id names no configured proxy. */
  upstreamOf = (id: string | undefined): Upstream | undefined => {
    const { exit, session } = this.#parsed(id)
    if (exit === DIRECT) return undefined
    const setting = this.#settings.exits[exit]
    if (!setting) throw new Failure('forbidden', { cause: 'unknown exit' })
    const url = new URL(setting.via.replace('{session}', String(session)))
    return { url, resolvesNames: setting.names ?? url.protocol === 'socks5h:' }
  }

  onFault = (id: string | undefined): void => {
    for (const exitUse of this.#running.get(this.#parsed(id).exit) ?? []) exitUse.faults += 1
  }

  adopt(platform: string, states: readonly ExitReport[], now = Date.now()): void {
    const names = this.#namesFor(platform)
    for (const state of states)
      if (names.includes(state.exit)) this.#breakerOf(state.exit, platform).adopt(state, now)
  }

  routeStates(platform: string, now = Date.now()): ExitReport[] {
    return this.#namesFor(platform).map((exit) => {
      const breaker = this.#breakerOf(exit, platform)
      const { state: _, ...closed } = breaker.state(now)
      const used = breaker.used(now)
      return { exit, ...closed, used, ...(closed.until !== null && { pause: breaker.pause }) }
    })
  }

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

  #parsed(id: string | undefined): { exit: string; session: number } {
    const text = id ?? this.#settings.default
    const [, exit = text, session = '1'] = /^(.+)-(\d{1,4})$/.exec(text) ?? []
    return { exit, session: Number(session) }
  }
}
