import { Failure, isFailureCode } from '#contract/failure.ts'

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
      throw new Failure('merger_down', { cause })
    })
    if (answer.ok || path.startsWith('/relay')) return answer
    const said = (await answer.json().catch(() => ({}))) as { code?: unknown }
    const code = isFailureCode(said.code) ? said.code : answer.status === 404 ? 'not_found' : 'merger_down'
    throw new Failure(code, {
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
