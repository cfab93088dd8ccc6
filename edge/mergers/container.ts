import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { LEASE_MS } from '#contract/limits.ts'
import { spendBudget } from '../budget/product-budget.ts'
import { log } from '../log.ts'
import { withTimeout } from '../retry.ts'
import { containerSettings, fingerprintOf } from './container-settings.ts'
import { capacityIn, type MergerSlots } from './slots.ts'
import { signCall } from './token.ts'

const PORT = 8_080
/**
 * Deadline for the start of a container. A start usually takes a few seconds; about one in twenty takes 15 to
 * 25 s, including the pull of the image.
 */
const READY_MS = 90_000
/** Deadline of one probe. A call to a port on which nothing listens yet can hang instead of failing. */
const PROBE_MS = 1_500
/** Pause between two probes, and between two attempts to start the container. */
const PROBE_PAUSE_MS = 300
/** On SIGTERM the merger finishes its merges, and then its process ends (merger/server.ts). */
const SIGTERM = 15
/**
 * A container is stopped after this time without a call. A start makes a visitor wait some seconds; ten idle
 * minutes cost about a cent.
 */
const IDLE_MS = 10 * 60_000
/**
 * Minimum time between two checks whether a running container has the build and the settings of this
 * deployment.
 */
const CHECK_MS = 15 * 60_000
/**
 * How many times this object ends a container because it does not have the expected build. The number is
 * limited, because Cloudflare can start the old image again: for a while during a rollout, and always after a
 * rollback of the Worker.
 */
const MAX_BUILD_ENDS = 3
/** Minimum time between two additions of running seconds to the budget. */
const COUNT_MS = 60_000

/**
 * A Durable Object for one container. It counts the running merges, so it can answer `busy` without a call to
 * the container.
 */
export class Merger extends DurableObject<Env> {
  #slots: MergerSlots | null = null
  /** The time of the latest call for each running merge, by the merge's id. */
  readonly #merges = new Map<string, number>()
  /**
   * Set while the container starts. All callers share one start, but each caller waits with its own abort
   * signal.
   */
  #start: Promise<void> | undefined
  /** Time at which this instance started the container or checked it, in epoch milliseconds. */
  #checkedAt = 0
  /** The reason why the container ended; kept until the next start. */
  #endedBy: unknown

  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx
    if (!container) return refusal('merger_down')
    const path = new URL(request.url).pathname
    const isOrder = request.method === 'POST' && path === '/merges'
    if (isOrder && this.#busy() >= (this.#slots?.merges ?? Infinity)) return refusal('busy')
    // Bodies to a merger are small. A body that is read into memory can be sent a second time.
    const body = request.body && (await request.arrayBuffer())
    const send = async (wasLost = false) => {
      await orAborted(this.#running(container, wasLost), request.signal)
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

  /**
   * Returns the slots of the container that started most recently; null before the first start. Starts no
   * container.
   */
  async slots(): Promise<MergerSlots | null> {
    return this.#slots
  }

  /** Returns whether the container runs. Starts no container. */
  async isAwake(): Promise<boolean> {
    return this.ctx.container?.running ?? false
  }

  /**
   * Starts the container if needed. Resolves with `ready` when the container listens, else with the failure
   * code.
   */
  async ready(): Promise<'ready' | 'busy' | 'merger_down'> {
    const { container } = this.ctx
    if (!container) return 'merger_down'
    try {
      await this.#running(container)
      return 'ready'
    } catch (error) {
      return error instanceof Failure && error.code === 'busy' ? 'busy' : 'merger_down'
    }
  }

  /**
   * Resolves when the container listens. `running` is already true before the container listens, and can stay
   * true after the container has ended. So the container is probed again after a call to it was lost.
   */
  async #running(container: Container, wasLost = false): Promise<void> {
    if (!this.#start && container.running && !wasLost) await this.#endOutdated(container)
    else {
      this.#start ??= this.#begin(container).finally(() => {
        this.#start = undefined
      })
      await this.#start
    }
    this.#countSeconds()
  }

  /**
   * Shuts down a container that still runs with the settings or the image of an earlier deployment. The
   * container refuses new work, finishes its merges and ends. The next call then starts a new one. Without
   * this, a container with steady traffic could keep its old image forever.
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

  /**
   * Returns whether the container must be ended because it has another build than this deployment expects.
   * Counts these cases, and returns false after MAX_BUILD_ENDS of them.
   */
  #mayEndBuild(): boolean {
    const { kv } = this.ctx.storage
    const [running, expected] = [kv.get<string>('build'), this.env.MERGER_BUILD]
    if (running === undefined || !expected || running === expected) return false
    const pair = `${running} ${expected}`
    const ends = kv.get<{ pair: string; count: number }>('build-ends')
    const count = ends?.pair === pair ? ends.count + 1 : 1
    if (count > MAX_BUILD_ENDS) return false
    kv.put('build-ends', { pair, count })
    return true
  }

  /**
   * Starts the container and probes it until it responds. Errors of the start and of the allocation are
   * temporary, so both are retried. Throws an error at once if the settings are invalid, `busy` if the
   * account has reached its limit of containers, and `merger_down` if the container is not ready in time.
   */
  async #begin(container: Container): Promise<void> {
    const settings = containerSettings(this.env)
    const deadline = Date.now() + READY_MS
    let last: unknown = 'no probe has ended'
    while (Date.now() < deadline) {
      try {
        if (!container.running) await this.#launch(container, settings)
        const secret = settings['MERGER_KEYS']
        const { slots, build } = await withTimeout(PROBE_MS, (signal) => probe(container, secret, signal))
        this.#slots = slots
        if (build !== undefined) this.ctx.storage.kv.put('build', build)
        return
      } catch (error) {
        last = this.#endedBy ?? error
        if (isAtMaximum(last)) throw new Failure('busy', { cause: last })
      }
      await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MS))
    }
    log('container_not_ready', { cause: causeText(last) })
    // The container is destroyed so that the next caller starts a new one.
    await container.destroy().catch((error: unknown) => log('container_kept', { cause: causeText(error) }))
    throw new Failure('merger_down', { cause: last })
  }

  async #launch(container: Container, settings: Record<string, string>): Promise<void> {
    this.#endedBy = undefined
    this.#merges.clear()
    this.#checkedAt = Date.now()
    container.start({ enableInternet: true, env: { ...settings, PORT: String(PORT), HOST: '0.0.0.0' } })
    this.ctx.storage.kv.put('settings', await fingerprintOf(settings))
    this.ctx.waitUntil(
      container
        .monitor()
        .then(
          () => log('container_ended'),
          (error: unknown) => {
            this.#endedBy = error
            log('container_ended', { cause: causeText(error) })
          },
        )
        .then(() => this.#countSeconds(true)),
    )
    await container.setInactivityTimeout(IDLE_MS)
  }

  /**
   * Returns the number of merges for which a call came within the lease. A merge without a call for that long
   * has ended by itself.
   */
  #busy(): number {
    for (const [id, at] of this.#merges) if (at < Date.now() - LEASE_MS) this.#merges.delete(id)
    return this.#merges.size
  }

  /**
   * Adds the seconds since the previous count to the budget, at most once a minute, and once more when the
   * container has ended. A container without calls is stopped after IDLE_MS, so a longer pause counts only as
   * IDLE_MS. The time of the previous count is stored, because this object can leave memory while its
   * container still runs.
   */
  #countSeconds(hasEnded = false): void {
    const { kv } = this.ctx.storage
    const now = Date.now()
    const counted = kv.get<number>('counted')
    if (!hasEnded && counted !== undefined && now < counted + COUNT_MS) return
    if (hasEnded) kv.delete('counted')
    else kv.put('counted', now)
    if (counted === undefined) return
    const seconds = Math.min(now - counted, IDLE_MS) / 1_000
    this.ctx.waitUntil(spendBudget(this.env, { seconds }))
  }

  #count(method: string, path: string, ok: boolean): void {
    const id = /^\/merges\/([\w.-]+)/.exec(path)?.[1]
    if (!id || !ok) return
    if (method === 'DELETE') this.#merges.delete(id)
    else this.#merges.set(id, Date.now())
  }
}

/** Returns the slots and the build that a listening container reports. */
async function probe(container: Container, secret: string | undefined, signal: AbortSignal) {
  const { headers } = await signCall(secret, 'GET', '/healthz')
  const answer = await container.getTcpPort(PORT).fetch('http://merger/healthz', { headers, signal })
  if (answer.ok) return await capacityIn(answer)
  await answer.body?.cancel()
  throw new Error(`healthz answered ${answer.status}`)
}

/** Recognises Cloudflare's error for an account that already runs the maximum number of containers. */
const isAtMaximum = (error: unknown) => /maximum number/i.test(String(error))
/** Recognises Cloudflare's errors for a container that has ended or whose port is closed. */
const isGone = (error: unknown) =>
  /not listening|not running|connection refused|network connection lost/i.test(String(error))

/** Waits for `work`. If the signal is aborted first, throws its reason; `work` continues. */
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
