import { Failure, isFailureCode } from '#contract/failure.ts'
import { withTimeout } from '../retry.ts'
import { containerOf, originOf, type MergerSettings } from './places.ts'
import { slotsIn, type MergerSlots } from './slots.ts'
import { signCall } from './token.ts'

// Every call to a merger goes through this file. Mergers are containers, or programs at the addresses of
// MERGER_ORIGIN (places.ts).

/**
 * Calls one merger. Throws `merger_down` when it does not answer, else the code of its refusal. An abort of
 * the caller's own signal is thrown as it is. Answers of `/relay` are returned with any status.
 */
export type MergerClient = (path: string, init?: RequestInit) => Promise<Response>

/** The client of the merger with this name. A name that is no longer configured gets another merger. */
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

async function send(env: MergerSettings, name: string, path: string, init: RequestInit = {}) {
  const signed = await signCall(env.MERGER_KEYS, init.method ?? 'GET', path)
  const headers = new Headers(init.headers)
  for (const [header, value] of Object.entries(signed.headers)) headers.set(header, value)
  // A redirect would carry the token to another address.
  const call: RequestInit = { ...init, headers, redirect: 'manual' }
  const origin = originOf(env, name)
  const answer =
    origin === undefined
      ? await containerOf(env, name).fetch(new Request(`http://merger${path}`, call))
      : await fetch(origin + path, call)
  await signed.check(answer)
  return answer
}

/**
 * Waits until the container of this merger listens, at most `ms` milliseconds. Throws `busy` when no more
 * containers can start, else `merger_down`. The addresses of MERGER_ORIGIN need no wait.
 */
export async function mergerStarted(env: MergerSettings, name: string, ms: number): Promise<void> {
  if (originOf(env, name) !== undefined) return
  const started = await withTimeout(ms, async () => await containerOf(env, name).ready()).catch(
    (cause: unknown) => {
      throw new Failure('merger_down', { cause })
    },
  )
  if (started !== 'ready') throw new Failure(started, { cause: 'the container did not start' })
}

/** A merger answers its health at once. */
const HEALTH_MS = 3_000

/** The slots of a merger; null when it does not tell. It starts no container. */
export async function slotsOf(env: MergerSettings, name: string): Promise<MergerSlots | null> {
  try {
    if (originOf(env, name) === undefined) return await containerOf(env, name).slots()
    return await withTimeout(HEALTH_MS, async (signal) =>
      slotsIn(await send(env, name, '/healthz', { signal })),
    )
  } catch {
    return null // A merger that is down has no number to tell.
  }
}
