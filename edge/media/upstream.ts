import { RELAY_HEADERS } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import type { Grant } from '../grants/grant.ts'
import { mergerFor } from '../mergers/client.ts'
import { mediaTarget } from './media-link.ts'

// How the edge asks a source of media: a grant's headers and nothing of the visitor's but Range and If-Range.

const MAX_HOPS = 5
/** A source must answer within this; its body may take as long as it takes. */
const HEADERS_DEADLINE_MS = 15_000

export type Ask = {
  method: 'GET' | 'HEAD'
  range: string | null
  ifRange?: string | null
  signal?: AbortSignal
}

/**
 * Asks a source, and answers no part of a file that has changed since the visitor began: many sources, and the relay,
 * do not look at If-Range (RFC 9110, section 13.1.5), and two versions put together are a broken file.
 */
export async function askSource(env: Env, grant: Grant, ask: Ask): Promise<Response> {
  const answer = await askByItsWay(env, grant, ask)
  if (!isOfAnotherVersion(answer, ask)) return answer
  void answer.body?.cancel()
  return await askByItsWay(env, grant, { ...ask, range: null })
}

function isOfAnotherVersion(answer: Response, { range, ifRange }: Ask): boolean {
  if (answer.status !== 206 || !range || !ifRange) return false
  return (
    ifRange.startsWith('W/') ||
    !['etag', 'last-modified'].some((name) => answer.headers.get(name) === ifRange)
  )
}

/**
 * Asks by the grant's way, or by the relay where this edge dials nothing itself. When the edge is refused or cannot
 * connect, the merger that extracted tries once: the source may have bound its links to it. Throws `unreachable`,
 * `merger_down` or `refused_address`.
 */
async function askByItsWay(env: Env, grant: Grant, ask: Ask): Promise<Response> {
  if (grant.way === 'relay' || env.MEDIA_WAY === 'relay') return await relay(env, grant, ask)
  const answer = await directly(grant, ask).catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'unreachable') throw error
    return null
  })
  if (answer && answer.status !== 403) return answer
  void answer?.body?.cancel()
  return await relay(env, grant, ask)
}

async function directly(grant: Grant, ask: Ask): Promise<Response> {
  let url = grant.url
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const answer = await once(url, grant, ask)
    const location = answer.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return answer
    void answer.body?.cancel()
    const next = mediaTarget(location, url)
    if (!next) throw new Failure('refused_address')
    url = next
  }
  throw new Failure('source_failed', { cause: 'too many redirects' })
}

async function once(url: URL, grant: Grant, ask: Ask): Promise<Response> {
  if (!mediaTarget(url.href)) throw new Failure('refused_address')
  const headers = new Headers({ ...grant.headers, ...visitorHeaders(ask) })
  // Credentials are for the host they were made for.
  if (url.host !== grant.url.host) for (const name of ['cookie', 'authorization']) headers.delete(name)
  // Only the wait for headers has a deadline: afterwards the body belongs to the visitor.
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), HEADERS_DEADLINE_MS)
  const signal = ask.signal ? AbortSignal.any([waiting.signal, ask.signal]) : waiting.signal
  try {
    return await fetch(url, { method: ask.method, headers, redirect: 'manual', signal })
  } catch (cause) {
    throw new Failure('unreachable', { cause })
  } finally {
    clearTimeout(timer)
  }
}

async function relay(env: Env, grant: Grant, ask: Ask): Promise<Response> {
  const headers = { [RELAY_HEADERS]: JSON.stringify(grant.headers), ...visitorHeaders(ask) }
  const path = `/relay?${new URLSearchParams({ url: grant.url.href }).toString()}`
  return await mergerFor(env, grant.merger)(path, {
    method: ask.method,
    headers,
    redirect: 'manual',
    ...(ask.signal && { signal: ask.signal }),
  })
}

function visitorHeaders({ range, ifRange }: Ask): Record<string, string> {
  return {
    'accept-encoding': 'identity',
    ...(range && { range }),
    ...(range && ifRange && { 'if-range': ifRange }),
  }
}
