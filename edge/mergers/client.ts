import { OWN_HOSTS } from '#contract/engine/relay.ts'
import { Failure, isFailureCode } from '#contract/failure.ts'
import { withTimeout } from '../retry.ts'
import { lineKey } from './joined.ts'
import { containerNamed, lineOf, originOf, type MergerSettings } from './locations.ts'
import { capacityIn, type MergerSlots } from './slots.ts'
import { signCall } from './token.ts'

/**
 * Throws `merger_down` without a valid response, and else a Failure with the code of the error response. An
 * error response of /relay that is not JSON is returned: it is an error of the origin.
 */
export type MergerClient = (path: string, init?: RequestInit) => Promise<Response>

/** If this merger is no longer configured, the client calls another one. */
export function mergerFor(env: MergerSettings, name: string): MergerClient {
  return async (path, init) => {
    const answer = await send(env, name, path, init).catch((cause: unknown) => {
      if (init?.signal?.aborted) throw cause
      throw new Failure('merger_down', { cause })
    })
    if (answer.ok || (path.startsWith('/relay') && !isJson(answer))) return answer
    const refusal = (await answer.json().catch(() => ({}))) as { code?: unknown }
    const fallback = answer.status === 404 ? 'not_found' : 'merger_down'
    const code = isFailureCode(refusal.code) ? refusal.code : fallback
    throw new Failure(code, { cause: `${new URL(path, 'http://merger').pathname} ${answer.status}` })
  }
}

const isJson = (answer: Response) => answer.headers.get('content-type')?.startsWith('application/json')

async function send(env: MergerSettings, name: string, path: string, init: RequestInit = {}) {
  const origin = originOf(env, name)
  const line = origin === undefined ? undefined : lineOf(origin)
  const key = line === undefined ? env.MERGER_KEYS : await lineKey(env.MERGER_KEYS, line)
  const signed = await signCall(key, init.method ?? 'GET', path)
  const headers = new Headers(init.headers)
  for (const [header, value] of Object.entries(signed.headers)) headers.set(header, value)
  const own = [headers.get(OWN_HOSTS), env.ATTACHED_HOSTS].filter(Boolean).join(' ')
  if (own) headers.set(OWN_HOSTS, own.replaceAll(/[\s,]+/g, ' '))
  // Redirects are not followed, because the token would be sent to the new address.
  const call: RequestInit = { ...init, headers, redirect: 'manual' }
  const answer = await sent(env, { name, origin, line }, path, call)
  await signed.check(answer)
  return answer
}

function sent(
  env: MergerSettings,
  to: { name: string; origin: string | undefined; line: string | undefined },
  path: string,
  call: RequestInit,
): Promise<Response> {
  const inside = () => new Request(`http://merger${path}`, call)
  if (to.line !== undefined && env.LINES) return env.LINES.getByName(to.line).fetch(inside())
  if (to.origin === undefined) return containerNamed(env, to.name).fetch(inside())
  return fetch(to.origin + path, call)
}

/**
 * Waits at most `ms` milliseconds until the container of this merger is ready. Throws `busy` if the
 * Cloudflare account already runs as many containers as it may. Throws `merger_down` if the container is not
 * ready in time. Does nothing for a merger at an address in MERGER_ORIGIN.
 */
export async function mergerStarted(env: MergerSettings, name: string, ms: number): Promise<void> {
  if (originOf(env, name) !== undefined) return
  const started = await withTimeout(ms, async () => await containerNamed(env, name).ready()).catch(
    (cause: unknown) => {
      throw new Failure('merger_down', { cause })
    },
  )
  if (started !== 'ready') throw new Failure(started, { cause: 'the container did not start' })
}

const HEALTH_MS = 3_000

export async function slotsOf(env: MergerSettings, name: string): Promise<MergerSlots | null> {
  try {
    if (originOf(env, name) === undefined) return await containerNamed(env, name).slots()
    return await withTimeout(HEALTH_MS, async (signal) =>
      capacityIn(await send(env, name, '/healthz', { signal })),
    )
  } catch {
    return null
  }
}
