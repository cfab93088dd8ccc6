import { DurableObject } from 'cloudflare:workers'
import { healthSchema } from '#contract/engine.ts'
import { Failure, isFailureCode } from '#contract/failure.ts'
import { LEASE_MS } from '#contract/limits.ts'

// The one place that knows how to reach a merger: by the addresses of MERGER_ORIGIN on a developer's machine, else
// in a container. Either way a merger has a name, which grants and tickets remember.

const origins = (env: Env) => env.MERGER_ORIGIN.split(/[\s,]+/).filter((origin) => origin !== '')

/** One merger. Throws `merger_down` when it does not answer, and what it says when it refuses. */
export type Reach = (path: string, init?: RequestInit) => Promise<Response>

/** How to reach the merger of that name; an unknown name reaches the first one. */
export function mergerFor(env: Env, name: string): Reach {
  return async (path, init) => {
    const answer = await send(env, name, path, init).catch((cause: unknown) => {
      if (init?.signal?.aborted) throw cause
      throw new Failure('merger_down', undefined, { cause })
    })
    if (answer.ok || path.startsWith('/relay')) return answer
    const said = (await answer.json().catch(() => ({}))) as { code?: unknown }
    const code = isFailureCode(said.code) ? said.code : answer.status === 404 ? 'not_found' : 'merger_down'
    throw new Failure(code, undefined, {
      cause: `${new URL(path, 'http://merger').pathname} ${answer.status}`,
    })
  }
}

async function send(env: Env, name: string, path: string, init?: RequestInit): Promise<Response> {
  const list = origins(env)
  if (list.length > 0) return await fetch((list[indexOf(name)] ?? list[0]!) + path, init)
  const region = name.split(':')[0] as DurableObjectLocationHint
  const merger = env.MERGER.getByName(name, { locationHint: region })
  return await merger.fetch(new Request(`http://merger${path}`, init))
}

const indexOf = (name: string) => Number(name.split(':')[1])

/** Names of the mergers that new work may go to, the nearest and fullest first. */
export function mergersNear(env: Env, region: string): string[] {
  const list = origins(env)
  const count = list.length > 0 ? list.length : Number(env.MERGERS)
  return Array.from({ length: count }, (_, index) => `${list.length > 0 ? 'local' : region}:${index}`)
}

const regions: Record<string, DurableObjectLocationHint> = {
  EU: 'weur',
  NA: 'enam',
  SA: 'sam',
  AS: 'apac',
  OC: 'oc',
  AF: 'afr',
}

/** The region whose mergers are near a visitor. */
export function regionOf(request: Request): DurableObjectLocationHint {
  return regions[(request.cf?.continent as string | undefined) ?? ''] ?? 'weur'
}

const PORT = 8_080
/** A cold start takes 2-3 s as a rule; a container that is not ready after this is taken for dead. */
const READY_MS = 20_000
const IDLE_MS = 2 * 60_000

/** One container. Counts the merges it runs, so that a full house is told without a call inside. */
export class Merger extends DurableObject<Env> {
  #slots = Infinity
  /** When each running merge was last spoken of. */
  readonly #merges = new Map<string, number>()
  /** While the container starts: it counts as running before it listens, so whoever comes meanwhile waits too. */
  #start: Promise<void> | undefined

  override async fetch(request: Request): Promise<Response> {
    const container = this.ctx.container
    if (!container) return refusal('merger_down')
    const path = new URL(request.url).pathname
    const starts = request.method === 'POST' && path === '/merges'
    if (starts && this.#busy() >= this.#slots) return refusal('busy')
    if (this.#start || !container.running)
      await (this.#start ??= this.#begin(container).finally(() => {
        this.#start = undefined
      }))
    const answer = await container.getTcpPort(PORT).fetch(request)
    this.#count(request.method, path, answer.ok)
    return answer
  }

  async #begin(container: Container): Promise<void> {
    container.start({ enableInternet: true, env: { PORT: String(PORT), HOST: '0.0.0.0' } })
    await container.setInactivityTimeout(IDLE_MS)
    this.#merges.clear()
    const deadline = Date.now() + READY_MS
    for (;;) {
      // start() does not wait for the port: until it listens every call is refused.
      const health = await container
        .getTcpPort(PORT)
        .fetch('http://merger/healthz')
        .catch(() => null)
      if (health?.ok) {
        this.#slots = healthSchema.parse(await health.json()).merges.slots
        return
      }
      if (Date.now() > deadline) {
        // The next try begins with a fresh one.
        await container.destroy()
        throw new Error('the container did not get ready')
      }
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  /** Merges that were spoken of within a lease; one that nobody asks about ends by itself. */
  #busy(): number {
    for (const [id, at] of this.#merges) if (at < Date.now() - LEASE_MS) this.#merges.delete(id)
    return this.#merges.size
  }

  #count(method: string, path: string, ok: boolean): void {
    const id = /^\/merges\/([\w.-]+)/.exec(path)?.[1]
    if (!id || !ok) return
    if (method === 'DELETE') this.#merges.delete(id)
    else this.#merges.set(id, Date.now())
  }
}

function refusal(code: 'busy' | 'merger_down'): Response {
  return Response.json(new Failure(code), { status: 503 })
}
