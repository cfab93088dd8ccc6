import { DurableObject } from 'cloudflare:workers'
import { healthSchema } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { LEASE_MS } from '#contract/limits.ts'

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
