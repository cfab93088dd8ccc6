import { DurableObject } from 'cloudflare:workers'
import type { PlatformState } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { DIRECT } from '#contract/exits.ts'
import type { FailureCode } from '#contract/failure.ts'
import { hashOf } from '../grants/seal.ts'
import { log } from '../log.ts'
import { withTimeout } from '../retry.ts'
import { controlsOf } from '../settings.ts'
import { Breaker, type Closing, type Voter } from './breaker.ts'
import { mergerStarted } from './client.ts'
import { mergersEverywhere } from './locations.ts'
import { answerOf } from './merger-answer.ts'
import { locationOf } from './merger-name.ts'
import { combined, noteStates, notedStates, refusalsName } from './platform-states.ts'

const HOUR_MS = 3_600_000
const ANSWER_MS = 1_000
const TELL_MS = 60_000
/** As long as the votes of visitors count (breaker.ts). */
const VOTES_MS = 10 * 60_000
const START_MS = 30_000
/** While the control item is tried, a visitor may come back after this time. */
const CONTROL_MS = 15_000

type Route = ExitReport['route']
/** `exit` is undefined if the route of the merger is unknown. `retryAt` is epoch milliseconds. */
type Choice = { exit?: string } | { code: FailureCode; retryAt?: number }

/** The containers of a region share their network; each machine elsewhere has its own. */
const groupOf = (merger: string) => (merger.startsWith('local:') ? merger : merger.split(':')[0]!)
/** The proxies of EXITS have one address for all mergers. */
const exitKeyOf = (exit: string, merger: string) => (exit === DIRECT ? `${exit} ${groupOf(merger)}` : exit)

/**
 * Contains a hash of the settings, so that older states no longer apply after a change. Hashed, because
 * the settings contain passwords.
 */
async function keyOf(env: object): Promise<string> {
  const { MERGER_EXITS = '', CONTROLS = '' } = env as Record<string, string | undefined>
  return `exits ${await hashOf(JSON.stringify([MERGER_EXITS, CONTROLS]))}`
}

type Stored = {
  /** by platform and `groupOf` */
  routes: Map<string, Route>
  /** by platform and `exitKeyOf` */
  closings: Map<string, Closing>
}

/** The only owner of the state of each exit of a platform, for the mergers of a region (`refusalsName`). */
export class Refusals extends DurableObject<Env> {
  #key = ''
  #told = { text: '', at: 0 }
  #routes = new Map<string, Route>()
  readonly #breakers = new Map<string, Breaker>()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    void ctx.blockConcurrencyWhile(async () => {
      this.#key = await keyOf(env)
      const keys = Array.from(ctx.storage.kv.list(), ([key]) => key)
      for (const key of keys) if (key !== this.#key) ctx.storage.kv.delete(key)
      const stored = ctx.storage.kv.get<Stored>(this.#key)
      this.#routes = stored?.routes ?? new Map<string, Route>()
      for (const [key, closing] of stored?.closings ?? []) this.#breakerOf(key).closing = closing
    })
  }

  /** Takes one extraction of `visitor` from the budget of the exit; without a visitor, none. */
  async choose(
    platform: string,
    merger: string,
    { without = [], visitor }: { without?: string[]; visitor?: string } = {},
  ): Promise<Choice> {
    const now = Date.now()
    const route = this.#routes.get(`${platform} ${groupOf(merger)}`)
    if (!route) return {}
    let waitMs = Infinity
    const closed: Closing[] = []
    for (const { exit, per_hour } of route) {
      if (without.includes(exit)) continue
      const breaker = this.#breakerFor(platform, exit, merger)
      const state = breaker.state(now)
      if (state === 'due') this.#control(platform, merger, exit)
      if (state !== 'usable') {
        closed.push(breaker.closing!)
        continue
      }
      const wait = visitor === undefined ? 0 : breaker.take(per_hour, visitor, now)
      if (wait === 0) return { exit }
      waitMs = Math.min(waitMs, wait)
    }
    if (waitMs < Infinity) return { code: 'exit_used', retryAt: now + waitMs }
    if (closed.length === 0) return { code: 'exit_down' }
    const retryAt = Math.max(now + CONTROL_MS, Math.min(...closed.map(({ until }) => until)))
    const isDown = without.length > 0 || closed.some(({ isFault }) => isFault)
    return { code: isDown ? 'exit_down' : 'site_blocks_us', retryAt }
  }

  async report(platform: string, merger: string, voter: Voter, report: ExitReport): Promise<void> {
    const { exit, outcome, route } = report
    const routeKey = `${platform} ${groupOf(merger)}`
    const isNewRoute = JSON.stringify(this.#routes.get(routeKey)) !== JSON.stringify(route)
    this.#routes.set(routeKey, route)
    const breaker = this.#breakerFor(platform, exit, merger)
    const { closing } = breaker
    if (outcome !== null) breaker.vote(voter, outcome, Date.now())
    if (isNewRoute || breaker.closing !== closing) this.#store(platform, exit)
    this.#tell()
    this.#control(platform, merger, exit)
  }

  /** A change at once, and each minute that what was told still holds. */
  #tell(): void {
    const now = Date.now()
    const states = this.#states(now)
    const text = JSON.stringify(states)
    const { name } = this.ctx.id
    if (name === undefined || (text === this.#told.text && now < this.#told.at + TELL_MS)) return
    this.#told = { text, at: now }
    const pauses = [...this.#breakers.values()].map(({ closing }) => (closing?.until ?? 0) + HOUR_MS)
    const until = Math.max(now + VOTES_MS, ...pauses)
    this.ctx.waitUntil(noteStates(this.env, name, { settings: this.#key, states, until }))
  }

  async states(): Promise<Record<string, PlatformState>> {
    return this.#states(Date.now())
  }

  #states(now: number): Record<string, PlatformState> {
    const groups = new Set(mergersEverywhere(this.env).map(groupOf))
    const states = new Map<string, Breaker[]>()
    for (const [key, route] of this.#routes) {
      const [platform = '', group = ''] = key.split(' ')
      if (!groups.has(group)) continue
      const breakers = route.map(({ exit }) => this.#breakerFor(platform, exit, group))
      states.set(platform, [...(states.get(platform) ?? []), ...breakers])
    }
    return Object.fromEntries([...states].map(([id, breakers]) => [id, stateOf(breakers, now)]))
  }

  /** A visitor's link is never the trial. Without a control item the exit stays in use. */
  #control(platform: string, merger: string, exit: string): void {
    const url = controlsOf(this.env)[platform]
    const breaker = this.#breakerFor(platform, exit, merger)
    if (url === undefined || !breaker.startControl(Date.now())) return
    this.ctx.waitUntil(this.#try(url, { platform, merger, exit }, breaker))
  }

  async #try(url: string, at: { platform: string; merger: string; exit: string }, breaker: Breaker) {
    const outcome = await this.#outcomeOf(url, at.merger, at.exit)
    log('control', { ...at, outcome })
    const { closing } = breaker
    breaker.control(outcome, Date.now())
    if (breaker.closing !== closing) this.#store(at.platform, at.exit)
    this.#tell()
  }

  async #outcomeOf(url: string, merger: string, exit: string): Promise<ExitReport['outcome']> {
    try {
      await mergerStarted(this.env, merger, START_MS)
      const { exit: used } = await answerOf(this.env, merger, { v: ENGINE_VERSION, url, exit, fresh: true })
      return used?.exit === exit ? used.outcome : null
    } catch (error) {
      log('control_failed', { merger, cause: causeText(error) })
      return null
    }
  }

  #breakerFor(platform: string, exit: string, merger: string): Breaker {
    return this.#breakerOf(`${platform} ${exitKeyOf(exit, merger)}`)
  }

  #breakerOf(key: string): Breaker {
    const breaker = this.#breakers.get(key) ?? new Breaker()
    this.#breakers.set(key, breaker)
    return breaker
  }

  #store(platform: string, exit: string): void {
    const closings = new Map(
      [...this.#breakers].flatMap(([key, { closing }]) => (closing ? [[key, closing] as const] : [])),
    )
    this.ctx.storage.kv.put<Stored>(this.#key, { routes: this.#routes, closings })
    log('exits', { platform, exit, closed: closings.size })
  }
}

function stateOf(breakers: readonly Breaker[], now: number): PlatformState {
  // If no extraction uses the exit within an hour after its pause, its state is unknown and no longer counts.
  const closings = breakers.map(({ closing }) =>
    closing && closing.until > now - HOUR_MS ? closing : undefined,
  )
  const closed = closings.filter((closing) => closing !== undefined)
  const refused = closed.filter(({ isFault }) => !isFault)
  const doubts = breakers.flatMap((breaker) => breaker.doubtedSince(now) ?? [])
  const first = Math.min(...refused.map(({ since }) => since), ...doubts)
  if (refused.length === breakers.length && refused.every(({ until }) => until > now))
    return stateSince('refused', first)
  if (refused.length < closed.length && closed.length === breakers.length)
    return stateSince('unreachable', Math.max(...closed.map(({ since }) => since)))
  return first < Infinity ? stateSince('limited', first) : { state: 'works', since: null }
}

const stateSince = (state: PlatformState['state'], since: number): PlatformState => ({
  state,
  since: new Date(since).toISOString(),
})

/** Stubs are not reused, because a stub can stay broken after an error. */
function objectOf(env: Env, platform: string, merger: string) {
  const region = locationOf(merger)
  const hint = region === 'local' ? {} : { locationHint: region as DurableObjectLocationHint }
  return env.REFUSALS.getByName(refusalsName(env, platform, merger), hint)
}

type At = { platform: string; merger: string }

async function asked<T>(
  env: Env,
  { platform, merger }: At,
  fallback: T,
  call: (object: DurableObjectStub<Refusals>) => Promise<T>,
) {
  try {
    return await withTimeout(ANSWER_MS, async () => await call(objectOf(env, platform, merger)))
  } catch (error) {
    log('refusals_failed', { cause: causeText(error) })
    return fallback
  }
}

/** Chooses no exit if the object fails or is slow; the merger then uses its own order. */
export const chooseExit = (
  env: Env,
  platform: string,
  merger: string,
  options: { without?: string[]; visitor?: string },
): Promise<Choice> =>
  asked<Choice>(
    env,
    { platform, merger },
    {},
    async (object) => await object.choose(platform, merger, options),
  )

/** Never throws. */
export const reportExit = (env: Env, platform: string, merger: string, voter: Voter, report: ExitReport) =>
  asked(
    env,
    { platform, merger },
    undefined,
    async (object) => await object.report(platform, merger, voter, report),
  )

/** No states if they cannot be read soon. */
export async function platformStates(env: Env): Promise<Record<string, PlatformState>> {
  return combined(env, await notedStates(env), await keyOf(env), Date.now())
}
