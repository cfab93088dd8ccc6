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
 * Maximum time for the start of a container. A start usually takes a few seconds; about one in twenty takes
 * 15 to 25 s, including the pull of the image.
 */
const READY_MS = 90_000
/**
 * Deadline of one probe of a container. While nothing listens on a port, a request to it can hang instead of
 * failing.
 */
const PROBE_MS = 1_500
/** Pause between two probes of a container, and between two attempts to start it. */
const PROBE_PAUSE_MS = 300
/**
 * The signal with which a container is shut down. The merger then finishes its merges and exits
 * (merger/server.ts).
 */
const SIGTERM = 15
/**
 * A container without calls is stopped after this time. Ten idle minutes cost about a cent, but a new start
 * makes a visitor wait some seconds.
 */
const IDLE_MS = 10 * 60_000
/**
 * Minimum time between two checks whether a running container has the image and the settings of this
 * deployment.
 */
const CHECK_MS = 15 * 60_000
/**
 * Maximum number of times that this object ends a container because its build is not the one that the Worker
 * expects (MERGER_BUILD). If the container's build or the expected build changes, the object counts again
 * from 1. The limit is necessary because the next container can run the same wrong build: this happens for a
 * while during a rollout, and every time after a rollback of the Worker. Without the limit, this object would
 * then end containers endlessly.
 */
const MAX_BUILD_ENDS = 3
/**
 * While the container runs, its running time is counted against the daily budget at most once in this
 * interval.
 */
const COUNT_MS = 60_000

/**
 * The Durable Object of one container. It counts the running merges, so it can answer `busy` without a call
 * to the container.
 */
export class Merger extends DurableObject<Env> {
  #slots: MergerSlots | null = null
  /** For each running merge, the time of the latest call about it. */
  readonly #merges = new Map<string, number>()
  /**
   * Settles when the start of the container has succeeded or failed; undefined while the container is not
   * starting. All callers wait for the same start, each with its own abort signal.
   */
  #start: Promise<void> | undefined
  /**
   * Time in epoch milliseconds at which this object last started the container or checked its build and
   * settings.
   */
  #checkedAt = 0
  /** The error with which the container ended; kept until the next start. */
  #endedBy: unknown

  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx
    if (!container) return refusal('merger_down')
    const path = new URL(request.url).pathname
    const isOrder = request.method === 'POST' && path === '/merges'
    if (isOrder && this.#runningMerges() >= (this.#slots?.merges ?? Infinity)) return refusal('busy')
    // The body is read into memory, so that the request can be sent a second time. Bodies of requests to a
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

  /**
   * Returns how many merges and extractions the container can run at once, according to its latest probe.
   * Returns null if this object has not probed the container since it was loaded into memory. Starts no
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
   * Starts the container if it does not run. Resolves with `ready` as soon as the container listens, or with
   * the failure code.
   */
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
   * Resolves when the container listens. Starts the container if it does not run. A running container is
   * normally not probed. It is probed in these cases, because `container.running` can then be true although
   * the container does not listen:
   * - its start is still under way (`#start`)
   * - a request has failed because the container is gone (`wasLost`)
   */
  async #untilListening(container: Container, wasLost = false): Promise<void> {
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
   * Shuts down the container if it has the settings or the image of another deployment. The container refuses
   * new work, finishes its merges and ends. The next call starts a new container. This is necessary because a
   * container that always has calls never stops by itself and would keep an old image forever.
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
   * Returns whether the container may be ended because its build is not the expected one (MERGER_BUILD).
   * Returns true at most MAX_BUILD_ENDS times for the same running build and the same expected build.
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
   * Starts the container and probes it until it responds. Errors of the start and of the allocation of a
   * machine are temporary, so both are retried. Throws an error at once if the settings are invalid. Throws
   * `busy` if the account already runs its maximum of containers, and `merger_down` if the container is not
   * ready in time.
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
    // A container that never became ready is destroyed, so that the next caller starts a new one.
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
   * Returns the number of running merges. If no call about a merge has come for LEASE_MS, the merge is not
   * counted, because the merger has ended it.
   */
  #runningMerges(): number {
    for (const [id, at] of this.#merges) if (at < Date.now() - LEASE_MS) this.#merges.delete(id)
    return this.#merges.size
  }

  /**
   * Counts the container's running time since the last count against the daily budget. Counts at most once a
   * minute, and once more after the container has ended. If the last count is longer ago than IDLE_MS, only
   * IDLE_MS is counted, because a container without calls is stopped after this time. The time of the last
   * count is in storage, because Cloudflare can evict this object from memory while its container still runs.
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

/**
 * Returns what a listening container reports in its health response: how many merges and extractions it can
 * run at once (`slots`), and its build.
 */
async function probe(container: Container, secret: string | undefined, signal: AbortSignal) {
  const { headers } = await signCall(secret, 'GET', '/healthz')
  const answer = await container.getTcpPort(PORT).fetch('http://merger/healthz', { headers, signal })
  if (answer.ok) return await capacityIn(answer)
  await answer.body?.cancel()
  throw new Error(`healthz answered ${answer.status}`)
}

/** Matches Cloudflare's error for an account that already runs its maximum of containers. */
const isAtMaximum = (error: unknown) => /maximum number/i.test(String(error))
/** Matches Cloudflare's errors for a container that has ended or whose port is closed. */
const isGone = (error: unknown) =>
  /not listening|not running|connection refused|network connection lost/i.test(String(error))

/** Waits for `work`. If the signal is aborted first, throws its reason without ending `work`. */
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
