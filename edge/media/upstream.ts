import { MAX_REDIRECTS } from '#contract/limits.ts'
import { waitFor } from '#contract/availability.ts'
import { OWN_HOSTS, RELAY_HEADERS, RELAY_VISITOR } from '#contract/engine/relay.ts'
import { Failure } from '#contract/failure.ts'
import { hostOf } from '#contract/link.ts'
import {
  codingOf,
  contentLength,
  isBehindEnd,
  isChunked,
  isShortWait,
  mayMindRange,
  retryAfterMs,
} from '#contract/media-answer.ts'
import { assertRelayBudget } from '../budget/product-budget.ts'
import { drop } from '../drop-body.ts'
import type { Grant } from '../grants/grant.ts'
import { mergerFor } from '../mergers/client.ts'
import { isOwnHost } from '../pages/brands.ts'
import { mediaTarget } from '../media-link.ts'
import { assertWorks } from '../request/block-list.ts'

// Of the headers that the visitor sent, the edge passes on only Range and If-Range.

const HEADERS_DEADLINE_MS = 15_000

export type SourceRequest = {
  range: string | null
  ifRange?: string | null
  signal?: AbortSignal
  /** A merger uses it to share its connections fairly between visitors. */
  visitor?: string
  ownHost?: string
}

/**
 * If the file is no longer this version, the edge requests the whole file, because parts of two versions do
 * not make a valid file. The edge itself compares the versions, because many origins and the relay of the
 * merger ignore If-Range (RFC 9110, section 13.1.5).
 */
export async function fetchSource(env: Env, grant: Grant, request: SourceRequest): Promise<Response> {
  await untilAvailable(grant, request.signal)
  const answer = await fetchOnce(env, grant, request)
  if (!isOtherVersion(answer, request)) return answer
  drop(answer.body)
  return await fetchOnce(env, grant, { ...request, range: null })
}

async function untilAvailable({ availableAt }: Grant, signal: AbortSignal | undefined): Promise<void> {
  const wait = waitFor(availableAt, Date.now())
  if (wait === 0) return
  signal?.throwIfAborted()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, wait)
  signal?.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
  signal?.throwIfAborted()
}

function isOtherVersion(answer: Response, { range, ifRange }: SourceRequest): boolean {
  if (answer.status !== 206 || !range || !ifRange) return false
  return (
    ifRange.startsWith('W/') ||
    !['etag', 'last-modified'].some((name) => answer.headers.get(name) === ifRange)
  )
}

/** The merger's fetch repairs what it can, so the edge passes on only an answer that needs no repair. */
async function fetchOnce(env: Env, grant: Grant, request: SourceRequest): Promise<Response> {
  if (grant.way === 'relay' || env.MEDIA_WAY === 'relay') return await relay(env, grant, request)
  const answer = await followRedirects(env, grant, request).catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'unreachable') throw error
    return null
  })
  if (answer && !needsRelay(answer, request.range)) return answer
  drop(answer?.body)
  return await relay(env, grant, request)
}

function needsRelay({ status, headers }: Response, range: string | null): boolean {
  const get = (name: string) => headers.get(name)
  if (status === 200 || status === 206) {
    const isFramed = contentLength(get('content-length')) !== null || isChunked(get('transfer-encoding'))
    return !isFramed || codingOf(get('content-encoding')) !== null || (status === 206 && range === null)
  }
  if (status === 416) return !isBehindEnd(startOf(range), get('content-range'))
  if (status === 429 || status === 503) return isShortWait(retryAfterMs(get('retry-after'), get('date')))
  // The merger asks with Range and without. Perhaps the link works only from its IP address.
  return mayMindRange(status)
}

const startOf = (range: string | null) => Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)

async function followRedirects(env: Env, grant: Grant, request: SourceRequest): Promise<Response> {
  let url = grant.url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await fetchDirectly(url, grant, request)
    const location = answer.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return answer
    drop(answer.body)
    const next = mediaTarget(location, url)
    if (!next) throw new Failure('refused_address')
    if (await isOwnHost(env, hostOf(next))) throw new Failure('refused_address')
    url = next
  }
  throw new Failure('source_failed', { cause: 'too many redirects' })
}

/**
 * `no-store` keeps the response out of Cloudflare's cache. That cache would store what a visitor downloads,
 * and would fetch the whole file before it answers a range request.
 */
async function fetchDirectly(url: URL, grant: Grant, request: SourceRequest): Promise<Response> {
  if (!mediaTarget(url.href)) throw new Failure('refused_address')
  const headers = new Headers({ ...grant.headers, ...rangeHeaders(request) })
  if (!mayCarryCredentials(grant.credentialHost, url)) for (const name of CREDENTIALS) headers.delete(name)
  // The deadline covers only the response headers, because a visitor may take hours to read the body.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), HEADERS_DEADLINE_MS)
  const signal = request.signal ? AbortSignal.any([deadline.signal, request.signal]) : deadline.signal
  try {
    return await fetch(url, { headers, redirect: 'manual', cache: 'no-store', signal })
  } catch (cause) {
    throw new Failure('unreachable', { cause })
  } finally {
    clearTimeout(timer)
  }
}

const CREDENTIALS = ['cookie', 'authorization']

export function mayCarryCredentials(host: string, to: URL): boolean {
  return host === to.host && to.protocol === 'https:'
}

/** The returned response has an empty `url`: callers must not resolve links against the URL of the merger. */
async function relay(env: Env, grant: Grant, request: SourceRequest): Promise<Response> {
  await assertWorks(env, 'relays')
  await assertRelayBudget(env)
  const own = Object.entries(grant.headers).filter(
    ([name]) =>
      !CREDENTIALS.includes(name.toLowerCase()) || mayCarryCredentials(grant.credentialHost, grant.url),
  )
  const headers = {
    [RELAY_HEADERS]: JSON.stringify(Object.fromEntries(own)),
    ...(request.visitor && { [RELAY_VISITOR]: request.visitor }),
    ...(request.ownHost && { [OWN_HOSTS]: request.ownHost }),
    ...rangeHeaders(request),
  }
  const path = `/relay?${new URLSearchParams({ url: grant.url.href }).toString()}`
  const answer = await mergerFor(env, grant.merger)(path, {
    headers,
    redirect: 'manual',
    ...(request.signal && { signal: request.signal }),
  })
  return new Response(answer.body, answer)
}

function rangeHeaders({ range, ifRange }: SourceRequest): Record<string, string> {
  return {
    'accept-encoding': 'identity',
    ...(range && { range }),
    ...(range && ifRange && { 'if-range': ifRange }),
  }
}
