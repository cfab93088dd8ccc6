import { Failure, isFailureCode } from '#contract/failure.ts'
import { withTimeout } from '../retry.ts'

// Every call to a merger goes through this file. On a developer's machine MERGER_ORIGIN holds the addresses
// of the mergers; in production each merger is a container. Each merger has a name, which grants and tickets
// carry: `local:<index>` or `<region>:<index>`.

/** The settings that a call to a merger needs. */
export type MergerSettings = Pick<Env, 'MERGER_ORIGIN' | 'MERGER' | 'MERGERS'>

const originsOf = (env: MergerSettings) => env.MERGER_ORIGIN.split(/[\s,]+/).filter((origin) => origin !== '')

/**
 * Calls one merger. Throws `merger_down` when it does not answer, else the code of its refusal. An abort of
 * the caller's own signal is thrown as it is. Answers of `/relay` are returned with any status.
 */
export type MergerClient = (path: string, init?: RequestInit) => Promise<Response>

/** The client of the merger with this name. With MERGER_ORIGIN, an unknown name gets the first merger. */
export function mergerFor(env: MergerSettings, name: string): MergerClient {
  return async (path, init) => {
    const answer = await send(env, name, path, init).catch((cause: unknown) => {
      if (init?.signal?.aborted) throw cause
      throw new Failure('merger_down', { cause })
    })
    if (answer.ok || path.startsWith('/relay')) return answer
    const refusal = (await answer.json().catch(() => ({}))) as { code?: unknown }
    const fallback = answer.status === 404 ? 'not_found' : 'merger_down'
    const code = isFailureCode(refusal.code) ? refusal.code : fallback
    throw new Failure(code, { cause: `${new URL(path, 'http://merger').pathname} ${answer.status}` })
  }
}

async function send(env: MergerSettings, name: string, path: string, init?: RequestInit): Promise<Response> {
  const origins = originsOf(env)
  if (origins.length > 0) return await fetch((origins[indexOf(name)] ?? origins[0]!) + path, init)
  return await containerOf(env, name).fetch(new Request(`http://merger${path}`, init))
}

/**
 * Waits until the container of this merger listens, at most `ms` milliseconds. Throws `busy` when no more
 * containers can start, else `merger_down`. The addresses of MERGER_ORIGIN need no wait.
 */
export async function mergerStarted(env: MergerSettings, name: string, ms: number): Promise<void> {
  if (originsOf(env).length > 0) return
  const started = await withTimeout(ms, async () => await containerOf(env, name).ready()).catch(
    (cause: unknown) => {
      throw new Failure('merger_down', { cause })
    },
  )
  if (started !== 'ready') throw new Failure(started, { cause: 'the container did not start' })
}

function containerOf(env: MergerSettings, name: string) {
  const region = name.split(':')[0] as DurableObjectLocationHint
  return env.MERGER.getByName(name, { locationHint: region })
}

const indexOf = (name: string) => Number(name.split(':')[1])

/**
 * Names of the mergers for new work, in the order to ask. All callers use this order, so the first ones fill
 * up first.
 */
export function mergersNear(env: MergerSettings, region: string): string[] {
  const origins = originsOf(env)
  const count = origins.length > 0 ? origins.length : Number(env.MERGERS)
  return Array.from({ length: count }, (_, index) => `${origins.length > 0 ? 'local' : region}:${index}`)
}

const regions: Record<string, DurableObjectLocationHint> = {
  EU: 'weur',
  NA: 'enam',
  SA: 'sam',
  AS: 'apac',
  OC: 'oc',
  AF: 'afr',
}

/** The region whose mergers are near a visitor, by the continent that Cloudflare reports. */
export function regionOf(request: Request): DurableObjectLocationHint {
  return regions[(request.cf?.continent as string | undefined) ?? ''] ?? 'weur'
}
