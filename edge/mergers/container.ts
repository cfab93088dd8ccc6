import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { healthSchema, type Health } from '#contract/engine/health.ts'
import { Failure } from '#contract/failure.ts'
import { LEASE_MS } from '#contract/limits.ts'
import { drop } from '../drop-body.ts'
import { log } from '../log.ts'
import { withTimeout } from '../retry.ts'
import { containerSettings, fingerprintOf } from './container-settings.ts'
import { reportMerger, type Report } from './fleet.ts'
import type { MergerSettings } from './locations.ts'
import { IDLE_MS, RunningTime } from './running-time.ts'
import { slotsIn, type MergerSlots } from './slots.ts'
import { signCall } from './token.ts'

const PORT = 8_080
/** Usually a few seconds; about one start in twenty takes 15 to 25 s, including the pull of the image. */
const READY_MS = 90_000
/**
 * Deadline of one health check. A request to a port on which no program listens can hang instead of failing.
 */
const PROBE_MS = 1_500
const PROBE_PAUSE_MS = 300
/** The merger finishes its running merges and then exits. */
const SIGTERM = 15
const CHECK_MS = 15 * 60_000
/**
 * Maximum number of times that this object ends a container because its image is not the expected one
 * (MERGER_BUILD). The count starts again when the image of the container or the expected image changes.
 *
 * The limit is necessary because the next container can have the same wrong image. This happens for a while
 * during a rollout, and always after a rollback of the Worker. Without the limit, this object would end
 * containers endlessly.
 */
const MAX_BUILD_ENDS = 3
/** A container with open calls is not idle. */
const RECHECK_MS = 60_000
/** Longer than a merger drains (merger/server.ts). */
const DRAIN_MS = 15 * 60_000

/** Counts the merges that run in the container, so that it can answer `busy` without a call. */
export class Merger extends DurableObject<Env> {
  #slots: MergerSlots | null = null
  readonly #merges = new Map<string, number>()
  /** All callers wait for the same start; each can stop waiting with its own signal. */
  #start: Promise<void> | undefined
  #checkedAt = 0
  readonly #time: RunningTime
  #endedBy: unknown

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#time = new RunningTime(ctx, env)
    // Neither the timeout nor the monitor outlives the object that has set them.
    if (ctx.container?.running) this.#watch(ctx.container)
    else this.#settle()
  }

  override async alarm(): Promise<void> {
    const { container, storage } = this.ctx
    if (!container?.running) return this.#settle()
    this.#time.charge()
    const { idleAt } = this.#time
    if (Date.now() < idleAt) return await storage.setAlarm(idleAt)
    if (storage.kv.get('ending')) return await container.destroy()
    if (((await this.#look(container))?.calls ?? 0) > 0)
      return await storage.setAlarm(Date.now() + RECHECK_MS)
    log('container_idle')
    storage.kv.put('ending', true)
    container.signal(SIGTERM)
    await storage.setAlarm(Date.now() + DRAIN_MS)
  }

  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx
    if (!container) return refusal('merger_down')
    const path = new URL(request.url).pathname
    const isOrder = request.method === 'POST' && path === '/merges'
    if (isOrder && this.#runningMerges() >= (this.#slots?.merges ?? Infinity)) return refusal('busy')
    // The body is read into memory, so that the request can be sent a second time. Request bodies for a
    // merger are small.
    const body = request.body && (await request.arrayBuffer())
    const send = async (wasLost = false) => {
      await orAborted(this.#untilListening(container, wasLost), request.signal)
      const { method, headers, signal } = request
      return await container.getTcpPort(PORT).fetch(request.url, {
        method,
        headers,
        body,
        signal,
        redirect: 'manual',
      })
    }
    try {
      const answer = await send().catch((error: unknown) => {
        if (request.signal.aborted || !isGone(error)) throw error
        log('container_lost', { path, cause: causeText(error) })
        return send(true)
      })
      this.#count(request.method, path, answer.ok)
      return answer
    } catch (error) {
      if (request.signal.aborted) throw error
      log('container_failed', { path, cause: causeText(error) })
      return refusal(Failure.from(error, 'merger_down').code === 'busy' ? 'busy' : 'merger_down')
    }
  }

  /** null if this object has made no health check since it was loaded. Does not start the container. */
  async slots(): Promise<MergerSlots | null> {
    return this.#slots
  }

  async ready(): Promise<'ready' | 'busy' | 'merger_down'> {
    const { container } = this.ctx
    if (!container) return 'merger_down'
    try {
      await this.#untilListening(container)
      return 'ready'
    } catch (error) {
      return error instanceof Failure && error.code === 'busy' ? 'busy' : 'merger_down'
    }
  }

  /**
   * `container.running` can be true although the container is not ready: while its start has not ended
   * (`#start`), and after a request has failed because the container is gone (`wasLost`). Only then a running
   * container gets a health check.
   */
  async #untilListening(container: Container, wasLost = false): Promise<void> {
    if (!this.#start && container.running && !wasLost) await this.#endOutdated(container)
    else {
      this.#start ??= this.#begin(container).finally(() => {
        this.#start = undefined
      })
      await this.#start
    }
    if (this.#time.call()) this.ctx.waitUntil(this.#look(container))
  }

  /**
   * The container refuses new work, finishes its merges and ends. Without this, a container that constantly
   * gets calls would never stop, and would keep its old image forever.
   */
  async #endOutdated(container: Container): Promise<void> {
    if (Date.now() < this.#checkedAt + CHECK_MS) return
    this.#checkedAt = Date.now()
    const known = this.ctx.storage.kv.get<string>('settings')
    const isChanged = known !== undefined && known !== (await fingerprintOf(containerSettings(this.env)))
    if (!isChanged && !this.#mayEndBuild()) return
    log(isChanged ? 'container_settings_changed' : 'container_build_changed')
    container.signal(SIGTERM)
  }

  #mayEndBuild(): boolean {
    const { kv } = this.ctx.storage
    const [running, expected] = [kv.get<string>('build'), this.env.MERGER_BUILD]
    if (running === undefined || !expected || running === expected) return false
    const pair = `${running} ${expected}`
    const ends = kv.get<{ pair: string; count: number }>('build-ends')
    const count = ends?.pair === pair ? ends.count + 1 : 1
    if (count <= MAX_BUILD_ENDS + 1) kv.put('build-ends', { pair, count })
    if (count === MAX_BUILD_ENDS + 1) log('container_build_kept', { running, expected })
    return count <= MAX_BUILD_ENDS
  }

  /**
   * Most errors of a start or a health check are temporary, so both are repeated. An invalid setting and a
   * full account throw at once.
   */
  async #begin(container: Container): Promise<void> {
    const settings = containerSettings(this.env)
    const deadline = Date.now() + READY_MS
    let last: unknown = 'no probe has ended'
    while (Date.now() < deadline) {
      try {
        if (!container.running) await this.#launch(container, settings)
        const secret = settings['MERGER_KEYS']
        const answer = await withTimeout(PROBE_MS, (signal) => probe(container, secret, signal))
        this.#slots = slotsIn(answer)
        const { data: health } = healthSchema.safeParse(answer)
        if (health?.build !== undefined) this.ctx.storage.kv.put('build', health.build)
        if (health) this.#report(health)
        return
      } catch (error) {
        last = this.#endedBy ?? error
        if (isAtMaximum(last)) throw new Failure('busy', { cause: last })
      }
      await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MS))
    }
    log('container_not_ready', { cause: causeText(last) })
    this.#report('down')
    // This container never became ready. It is destroyed, so that the next caller starts a new one.
    await container.destroy().catch((error: unknown) => log('container_kept', { cause: causeText(error) }))
    throw new Failure('merger_down', { cause: last })
  }

  async #launch(container: Container, settings: Record<string, string>): Promise<void> {
    this.#settle()
    this.#endedBy = undefined
    this.#merges.clear()
    this.#checkedAt = Date.now()
    container.start({ enableInternet: true, env: { ...settings, PORT: String(PORT), HOST: '0.0.0.0' } })
    const { kv } = this.ctx.storage
    kv.put('settings', await fingerprintOf(settings))
    kv.delete('ending')
    this.#time.begin()
    this.#watch(container)
    await this.ctx.storage.setAlarm(this.#time.idleAt)
  }

  #watch(container: Container): void {
    const ended = container.monitor().then(
      () => log('container_ended'),
      (error: unknown) => {
        this.#endedBy = error
        log('container_ended', { cause: causeText(error) })
      },
    )
    this.ctx.waitUntil(ended.then(() => !container.running && this.#settle()))
    const isSet = container.setInactivityTimeout(IDLE_MS)
    this.ctx.waitUntil(
      isSet.catch((error: unknown) => log('container_timeout_unset', { cause: causeText(error) })),
    )
  }

  #runningMerges(): number {
    for (const [id, at] of this.#merges) if (at < Date.now() - LEASE_MS) this.#merges.delete(id)
    return this.#merges.size
  }

  #settle(): void {
    if (!this.#time.end()) return
    this.ctx.storage.kv.delete('ending')
    this.#report('asleep')
  }

  #report(report: Report): void {
    const { name } = this.ctx.id
    if (name !== undefined) this.ctx.waitUntil(reportMerger(this.env, name, report))
  }

  async #look(container: Container): Promise<Health | undefined> {
    const { MERGER_KEYS }: MergerSettings = this.env
    const answer = await withTimeout(PROBE_MS, (signal) => probe(container, MERGER_KEYS, signal)).catch(
      () => null,
    )
    const { data: health } = healthSchema.safeParse(answer)
    if (health) this.#report(health)
    return health
  }

  #count(method: string, path: string, ok: boolean): void {
    const id = /^\/merges\/([\w.-]+)/.exec(path)?.[1]
    if (!id || !ok) return
    if (method === 'DELETE') this.#merges.delete(id)
    else this.#merges.set(id, Date.now())
  }
}

async function probe(
  container: Container,
  secret: string | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { headers } = await signCall(secret, 'GET', '/healthz')
  const answer = await container.getTcpPort(PORT).fetch('http://merger/healthz', { headers, signal })
  if (answer.ok) return await answer.json()
  drop(answer.body)
  throw new Error(`healthz answered ${answer.status}`)
}

const isAtMaximum = (error: unknown) => /maximum number/i.test(String(error))
const isGone = (error: unknown) =>
  /not listening|not running|connection refused|network connection lost/i.test(String(error))

async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

function refusal(code: 'busy' | 'merger_down'): Response {
  return Response.json(new Failure(code), { status: 503 })
}
