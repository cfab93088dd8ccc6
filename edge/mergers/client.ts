import { Failure, isFailureCode } from '#contract/failure.ts'
import { withTimeout } from '../retry.ts'
import { containerOf, originOf, type MergerSettings } from './places.ts'
import { capacityIn, type MergerSlots } from './slots.ts'
import { signCall } from './token.ts'

// All calls to mergers go through this file. A merger is a container, or a program at an address of
// MERGER_ORIGIN (places.ts).

/**
 * Calls one merger. Throws `merger_down` if the merger does not respond. If the merger refuses the call,
 * throws a Failure with the code in its response. If the caller's own signal is aborted, throws the reason of
 * the signal. Responses of `/relay` are returned whatever their status is.
 */
export type MergerClient = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Returns the client of the merger with this name. If the name is no longer configured, another merger takes
 * the calls.
 */
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
  // Redirects are not followed, because they would send the token to another address.
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
 * Waits until the container of this merger listens, at most `ms` milliseconds. Throws `busy` if the account
 * cannot start more containers, else `merger_down`. A merger at an address of MERGER_ORIGIN needs no wait.
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

/** Deadline of a health call. A merger that runs responds at once. */
const HEALTH_MS = 3_000

/** Returns the numbers of slots of a merger, or null if they cannot be read. Starts no container. */
export async function slotsOf(env: MergerSettings, name: string): Promise<MergerSlots | null> {
  try {
    if (originOf(env, name) === undefined) return await containerOf(env, name).slots()
    const answer = await withTimeout(HEALTH_MS, async (signal) =>
      capacityIn(await send(env, name, '/healthz', { signal })),
    )
    return answer.slots
  } catch {
    return null // A merger that is down cannot report its slots.
  }
}
