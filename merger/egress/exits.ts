import { randomInt } from 'node:crypto'
import { hourlyLimit, DIRECT, exitsOf, noExits, type ExitSettings } from '#contract/exits.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import type { Config } from '../config.ts'
import type { Upstream } from './upstream.ts'

/** Stands for all sites of no known platform in a route. */
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
  end(): void
}

export class Exits {
  readonly #settings: ExitSettings
  readonly #running = new Map<string, Set<ExitUse>>()

  constructor(settings: ExitSettings) {
    this.#settings = settings
  }

  static of(config: Config): Exits {
    return new Exits(config.EXITS ? exitsOf(config.EXITS) : noExits())
  }

  route(platform: string): ExitReport['route'] {
    return this.#namesFor(platform).map((exit) => {
      const perHour = hourlyLimit(this.#settings, exit, platform)
      return { exit, ...(perHour !== undefined && { per_hour: perHour }) }
    })
  }

  /** Only `wanted`, if the route of the platform contains it; otherwise the whole route. */
  toTry(platform: string, wanted: string | undefined): string[] {
    const names = this.#namesFor(platform)
    return wanted !== undefined && names.includes(wanted) ? [wanted] : names
  }

  begin(exit: string): ExitUse {
    const sessions = this.#settings.exits[exit]?.sessions ?? 1
    const isDefault = exit === this.#settings.default && sessions === 1
    const running = this.#running.get(exit) ?? new Set()
    this.#running.set(exit, running)
    const exitUse: ExitUse = {
      id: isDefault ? undefined : exit === DIRECT ? DIRECT : `${exit}${SEPARATOR}${1 + randomInt(sessions)}`,
      exit,
      faults: 0,
      end: () => void running.delete(exitUse),
    }
    running.add(exitUse)
    return exitUse
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

  #namesFor(platform: string): string[] {
    const route = this.#settings.routes.find(({ platforms }) => !platforms || platforms.includes(platform))
    return route?.try ?? [this.#settings.default]
  }

  #parsed(id: string | undefined): { exit: string; session: number } {
    const text = id ?? this.#settings.default
    const [, exit = text, session = '1'] = /^(.+)-(\d{1,4})$/.exec(text) ?? []
    return { exit, session: Number(session) }
  }
}
