import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { healthSchema, type Health } from '#contract/engine/health.ts'
import { Failure } from '#contract/failure.ts'
import { LEASE_MS } from '#contract/limits.ts'
import { drop } from '../drop-body.ts'
import { log } from '../log.ts'
import { withTimeout } from '../retry.ts'
import { containerSettings } from './container-settings.ts'
import { reportMerger, type Report } from './fleet.ts'
import { containerNamed, currentName, type MergerSettings } from './locations.ts'
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
/** A container with open calls is not idle. */
const RECHECK_MS = 60_000
/**
 * Two objects can each take the other for the newer one, because an object with running work gets new code
 * late. So a call is passed on once.
 */
const PASSED_ON = 'x-passed-on'
/** Longer than a merger drains (merger/server.ts). */
const DRAIN_MS = 15 * 60_000

/** Counts the merges that run in the container, so that it can answer `busy` without a call. */
export class Merger extends DurableObject<Env> {
  #slots: MergerSlots | null = null
  readonly #merges = new Map<string, number>()
  /** All callers wait for the same start; each can stop waiting with its own signal. */
  #start: Promise<void> | undefined
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
    const { method, headers, signal } = request
    const path = new URL(request.url).pathname
    // The body is read into memory, so that the request can be sent a second time. Request bodies for a
    // merger are small.
    const body = request.body && (await request.arrayBuffer())
    const call = { method, headers, body, signal, redirect: 'manual' } as const
    const heir = headers.has(PASSED_ON) ? undefined : this.#heir()
    const toHeir = async () =>
      await heir!.fetch(new Request(request.url, { ...call, headers: passedOn(headers) }))
    if (heir && !container.running) return await toHeir()
    const isOrder = method === 'POST' && path === '/merges'
    if (isOrder && this.#runningMerges() >= (this.#slots?.merges ?? Infinity)) return refusal('busy')
    const send = async (wasLost = false) => {
      await orAborted(this.#untilListening(container, wasLost), signal)
      return await container.getTcpPort(PORT).fetch(request.url, call)
    }
    try {
      const answer = await send().catch((error: unknown) => {
        if (signal.aborted || !isGone(error)) throw error
        log('container_lost', { path, cause: causeText(error) })
        return heir ? toHeir() : send(true)
      })
      this.#count(method, path, answer.ok)
      if (!heir || answer.status !== 503 || isOfMerge(path)) return answer
      drop(answer.body)
      return await toHeir()
    } catch (error) {
      if (signal.aborted) throw error
      log('container_failed', { path, cause: causeText(error) })
      return refusal(Failure.from(error, 'merger_down').code === 'busy' ? 'busy' : 'merger_down')
    }
  }

  /** null if this object has made no health check since it was loaded. Does not start the container. */
  async slots(): Promise<MergerSlots | null> {
    return this.#slots
  }

  async ready(isPassedOn = false): Promise<'ready' | 'busy' | 'merger_down'> {
    const { container } = this.ctx
    if (!container) return 'merger_down'
    const heir = isPassedOn ? undefined : this.#heir()
    if (heir && !container.running) return await heir.ready(true)
    try {
      await this.#untilListening(container)
      return 'ready'
    } catch (error) {
      return error instanceof Failure && error.code === 'busy' ? 'busy' : 'merger_down'
    }
  }

  /**
   * After a deploy, the object of the deployed generation: it does what this one, which starts no container
   * any more, or its draining container does not do.
   */
  #heir(): DurableObjectStub<Merger> | undefined {
    const { name } = this.ctx.id
    if (name === undefined || currentName(this.env, name) === name) return undefined
    return containerNamed(this.env, currentName(this.env, name))
  }

  /**
   * `container.running` can be true although the container is not ready: while its start has not ended
   * (`#start`), and after a request has failed because the container is gone (`wasLost`). Only then a running
   * container gets a health check.
   */
  async #untilListening(container: Container, wasLost = false): Promise<void> {
    if (this.#start || !container.running || wasLost) {
      this.#start ??= this.#begin(container).finally(() => {
        this.#start = undefined
      })
      await this.#start
    }
    if (this.#time.call()) this.ctx.waitUntil(this.#look(container))
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
    container.start({ enableInternet: true, env: { ...settings, PORT: String(PORT), HOST: '0.0.0.0' } })
    this.ctx.storage.kv.delete('ending')
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

function passedOn(headers: Headers): Headers {
  const own = new Headers(headers)
  own.set(PASSED_ON, '1')
  return own
}

const isOfMerge = (path: string) => path.startsWith('/merges/')
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
