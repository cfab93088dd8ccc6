import { waitFor } from '#contract/availability.ts'
import { RELAY_HEADERS, RELAY_VISITOR } from '#contract/engine/relay.ts'
import { Failure } from '#contract/failure.ts'
import { hostOf } from '#contract/link.ts'
import type { Grant } from '../grants/grant.ts'
import { mergerFor } from '../mergers/client.ts'
import { isOwnHost } from '../pages/brands.ts'
import { mediaTarget } from './media-link.ts'

// This file sends the requests for media to the origins. Each request has the headers of the grant. Of the
// headers that the visitor sent, the edge passes on only Range and If-Range.

const MAX_REDIRECTS = 5
/** Maximum time until the response headers of an origin arrive. The body has no deadline. */
const HEADERS_DEADLINE_MS = 15_000

export type SourceRequest = {
  method: 'GET' | 'HEAD'
  range: string | null
  ifRange?: string | null
  signal?: AbortSignal
  /**
   * The keyed hash of the visitor (`visitorKey`). A merger uses it to share its connections fairly between
   * visitors.
   */
  visitor?: string
}

/**
 * Requests media from its origin. A visitor can request a part of a file and name the version of the file in
 * If-Range. If the file is no longer this version, the edge requests the whole file, because parts of two
 * versions do not make a valid file. The edge itself compares the versions, because many origins and the
 * relay of the merger ignore If-Range (RFC 9110, section 13.1.5). Throws `site_limit` if the origin does not
 * serve the link within MAX_AVAILABILITY_WAIT_MS. Throws the errors of `fetchOnce`, too.
 */
export async function fetchSource(env: Env, grant: Grant, request: SourceRequest): Promise<Response> {
  await untilAvailable(grant, request.signal)
  const answer = await fetchOnce(env, grant, request)
  if (!isOtherVersion(answer, request)) return answer
  void answer.body?.cancel()
  return await fetchOnce(env, grant, { ...request, range: null })
}

/**
 * Waits until the origin serves the link. Meanwhile the request of the browser stays open. Throws
 * `site_limit` if the wait would be too long.
 */
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

/**
 * Requests media directly or through the relay. If the relay is used, the merger that extracted the link
 * fetches the media. The relay is used in two cases:
 * - The grant or the setting MEDIA_WAY requires it.
 * - The origin cannot be reached directly, or it answers 403. Perhaps the link works only from the IP address
 *   of that merger.
 *
 * Throws:
 * - `refused_address` if a link or redirect may not be fetched
 * - `source_failed` after too many redirects
 * - the errors of the relay, such as `merger_down`
 */
async function fetchOnce(env: Env, grant: Grant, request: SourceRequest): Promise<Response> {
  if (grant.way === 'relay' || env.MEDIA_WAY === 'relay') return await relay(env, grant, request)
  const answer = await followRedirects(env, grant, request).catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'unreachable') throw error
    return null
  })
  if (answer && answer.status !== 403) return answer
  void answer?.body?.cancel()
  return await relay(env, grant, request)
}

async function followRedirects(env: Env, grant: Grant, request: SourceRequest): Promise<Response> {
  let url = grant.url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await fetchDirectly(url, grant, request)
    const location = answer.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return answer
    void answer.body?.cancel()
    const next = mediaTarget(location, url)
    if (!next) throw new Failure('refused_address')
    if (await isOwnHost(env, hostOf(next))) throw new Failure('refused_address')
    url = next
  }
  throw new Failure('source_failed', { cause: 'too many redirects' })
}

/**
 * Requests media without the relay. `no-store` keeps the response out of Cloudflare's cache. That cache would
 * store what a visitor downloads, and would fetch the whole file before it answers a range request.
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
    const { method } = request
    return await fetch(url, { method, headers, redirect: 'manual', cache: 'no-store', signal })
  } catch (cause) {
    throw new Failure('unreachable', { cause })
  } finally {
    clearTimeout(timer)
  }
}

const CREDENTIALS = ['cookie', 'authorization']

/**
 * Returns whether a request to a link may contain cookies and Authorization: only over https, and only to the
 * host and port for which the grant was sealed.
 */
export function mayCarryCredentials(host: string, to: URL): boolean {
  return host === to.host && to.protocol === 'https:'
}

/**
 * Requests media through the relay of the grant's merger. The returned response has an empty `url`: its URL
 * would be that of the merger, and callers must not resolve links against it.
 */
async function relay(env: Env, grant: Grant, request: SourceRequest): Promise<Response> {
  const own = Object.entries(grant.headers).filter(
    ([name]) =>
      !CREDENTIALS.includes(name.toLowerCase()) || mayCarryCredentials(grant.credentialHost, grant.url),
  )
  const headers = {
    [RELAY_HEADERS]: JSON.stringify(Object.fromEntries(own)),
    ...(request.visitor && { [RELAY_VISITOR]: request.visitor }),
    ...rangeHeaders(request),
  }
  const path = `/relay?${new URLSearchParams({ url: grant.url.href }).toString()}`
  const answer = await mergerFor(env, grant.merger)(path, {
    method: request.method,
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
