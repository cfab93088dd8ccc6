import { Hono, type Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import { savedExtension } from '#contract/media-types.ts'
import { hostOf } from '#contract/link.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { openGrant, type Grant, type PlaylistRules } from '../grants/grant.ts'
import { disposition, UNTRUSTED_MEDIA_HEADERS } from '../media/media-headers.ts'
import { mediaTarget } from '../media/media-link.ts'
import { isImage, isPlaylist, OCTETS, plainType, safeType, sniffImage } from '../media/media-type.ts'
import { playlistText, rewritePlaylist } from '../media/playlist.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { assertSegment } from '../media/segment.ts'
import { fetchSource } from '../media/upstream.ts'
import { isOwnHost } from '../pages/brands.ts'
import { assertAllAllowed } from '../request/block-list.ts'
import { boundedBody, concat } from '../request/bounded-body.ts'
import { answersRange, singleRange } from '../request/range.ts'
import { spend } from '../request/rate-limit.ts'
import { visitorKey } from '../request/visitor.ts'

export const proxy = new Hono<App>()
  .on(['GET', 'HEAD'], paths.proxiedDownload, (c) => media(c, 'attachment'))
  .on(['GET', 'HEAD'], paths.preview, (c) => media(c, 'inline'))
  .get(paths.imageProxy, (c) => image(c))

type Disposition = 'inline' | 'attachment'
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

async function media(c: Context<App>, type: Disposition): Promise<Response> {
  const grant = await grantOf(c, 'media')
  c.var.log.host = grant.url.hostname
  await spend(c, c.env.PROXY_LIMIT)
  if (c.req.method === 'HEAD') return await head(c, grant, type)
  const range = singleRange(c.req.header('range'))
  const ifRange = c.req.header('if-range') ?? null
  const request = { ...(await callerOf(c)), method: 'GET', range, ifRange } as const
  const answer = await fetchSource(c.env, grant, request)
  c.var.log.upstream = answer.status
  const isPart = answer.status === 206 && grant.playlistRules && mediaTypeOf(grant, answer) === PLAYLIST_TYPE
  if (!isPart) return await pass(c, grant, answer, range, type)
  // Before Safari plays media, it requests only the first two bytes. But a playlist can be rewritten only as
  // a whole, so the edge fetches it again without the Range header.
  void answer.body?.cancel()
  return await pass(c, grant, await fetchSource(c.env, grant, { ...request, range: null }), null, type)
}

const callerOf = async ({ env, req }: Context<App>) => ({
  visitor: await visitorKey(env, req.raw),
  signal: req.raw.signal,
})

/**
 * If `g` is missing, the grant is in the fragment of the link in the query parameter `url`:
 * `<link>#g=<grant>`. The API returns links with such a fragment for media that the browser can also fetch
 * without the proxy.
 */
async function grantOf(c: Context<App>, use: 'media' | 'image'): Promise<Grant> {
  const [url = '', fragment] = (c.req.query('url') ?? '').split('#')
  const sealed = c.req.query('g') ?? new URLSearchParams(fragment ?? '').get('g') ?? ''
  const opened = await openGrant(c.env, use, url, sealed)
  if (opened.state === 'stale') throw new Failure('stale', { formatKey: opened.key || undefined })
  // A missing or invalid grant fails in the same way as an expired one, so that the page extracts the link
  // again.
  if (opened.state === 'refused') throw new Failure('stale')
  if (!mediaTarget(opened.grant.url.href)) throw new Failure('refused_address')
  if (await isOwnHost(c.env, hostOf(opened.grant.url))) throw new Failure('refused_address')
  // If an operator has blocked the item after the grant was sealed, the grant is refused too.
  await assertAllAllowed(c.env, [opened.grant.url.href, ...opened.grant.sources])
  return opened.grant
}

async function pass(
  c: Context<App>,
  grant: Grant,
  answer: Response,
  range: string | null,
  type: Disposition,
): Promise<Response> {
  if (answer.status === 416) return unsatisfiable(answer)
  assertGood(answer, grant, range)
  const mediaType = mediaTypeOf(grant, answer)
  if (grant.playlistRules && mediaType === PLAYLIST_TYPE)
    return await playlist(grant.url, grant.playlistRules, answer)
  assertWithin(grant, answer)
  // A body with a Content-Encoding is refused: it would be saved in its compressed form, and the saved file
  // would be unreadable.
  if (mediaType === null || answer.headers.has('content-encoding')) {
    void answer.body?.cancel()
    throw new Failure('media_type')
  }
  const { body, status } = grant.playlistRules
    ? await assertSegment(answer, grant.playlistRules.maxBytes)
    : answer
  return new Response(body, { status, headers: headersOf(c, grant, answer, mediaType, type) })
}

/**
 * Sites send segments and keys with any Content-Type. So a type that `safeType` refuses becomes
 * application/octet-stream, which browsers do not run.
 */
function mediaTypeOf({ playlistRules, url, container }: Grant, answer: Response): string | null {
  const sourceType = plainType(answer.headers.get('content-type'))
  if (playlistRules && (isPlaylist(sourceType) || /\.m3u8?$/i.test(url.pathname))) return PLAYLIST_TYPE
  return safeType(sourceType, container) ?? (playlistRules ? OCTETS : null)
}

/** A response that came through the relay has an empty `url`, so its domain is not checked. */
function assertWithin({ url, playlistRules }: Grant, answer: Response): void {
  const from = mediaTarget(answer.url)
  if (!playlistRules || !from || [domainOf(url), ...playlistRules.domains].includes(domainOf(from))) return
  void answer.body?.cancel()
  throw new Failure('refused_address')
}

const PASSED = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

function headersOf(
  c: Context<App>,
  grant: Grant,
  answer: Response,
  mediaType: string,
  type: Disposition,
): Headers {
  const extension = savedExtension(grant.container, mediaType)
  const headers = new Headers({
    ...UNTRUSTED_MEDIA_HEADERS,
    'content-type': mediaType,
    'cache-control': 'private, no-store',
    'content-disposition': disposition(type, c.req.query('filename'), extension),
  })
  for (const name of PASSED) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

function assertGood(answer: Response, grant: Grant, range: string | null): void {
  const { status } = answer
  const isRange = status === 206 && range !== null && answersRange(range, answer.headers.get('content-range'))
  if (status === 200 || isRange) return
  void answer.body?.cancel()
  if ([401, 403, 404, 410].includes(status))
    throw new Failure('stale', { formatKey: grant.key || undefined, cause: `the source answers ${status}` })
  if (status === 429 || status === 503) throw new Failure('site_limit')
  throw new Failure('source_failed', { cause: `the source answers ${status}` })
}

function unsatisfiable(answer: Response): Response {
  void answer.body?.cancel()
  const size = /^bytes \*\/\d+$/.exec(answer.headers.get('content-range') ?? '')?.[0]
  const headers = { ...UNTRUSTED_MEDIA_HEADERS, ...(size && { 'content-range': size }) }
  return new Response(null, { status: 416, headers })
}

async function playlist(url: URL, rules: PlaylistRules, answer: Response): Promise<Response> {
  // Relative links in a playlist refer to the URL of the response. After a redirect, this is not the
  // requested URL. A response that came through the relay has an empty `url`.
  const base = mediaTarget(answer.url) ?? url
  const body = rewritePlaylist(await playlistText(answer), base, rules)
  const headers = {
    ...UNTRUSTED_MEDIA_HEADERS,
    'content-type': PLAYLIST_TYPE,
    'cache-control': 'private, no-store',
  }
  return new Response(body, { headers })
}

async function head(c: Context<App>, grant: Grant, type: Disposition): Promise<Response> {
  const caller = await callerOf(c)
  const answer = await fetchSource(c.env, grant, { ...caller, method: 'HEAD', range: null })
  if (answer.status === 200 && answer.headers.has('content-length')) return headAnswer(c, grant, answer, type)
  const range = 'bytes=0-0'
  const first = await fetchSource(c.env, grant, { ...caller, method: 'GET', range })
  assertGood(first, grant, range)
  void first.body?.cancel()
  return headAnswer(c, grant, first, type)
}

function headAnswer(c: Context<App>, grant: Grant, answer: Response, type: Disposition): Response {
  const mediaType = mediaTypeOf(grant, answer)
  if (mediaType === null) throw new Failure('media_type')
  const isList = grant.playlistRules !== undefined && mediaType === PLAYLIST_TYPE
  if (!isList) assertWithin(grant, answer)
  const headers = headersOf(c, grant, answer, mediaType, type)
  const size = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  if (size !== undefined) {
    headers.set('content-length', size)
    headers.set('accept-ranges', 'bytes')
  }
  headers.delete('content-range')
  // The rewritten playlist that a GET request returns has another length than the playlist of the origin. So
  // the response to a HEAD request has no Content-Length.
  if (isList) headers.delete('content-length')
  return new Response(null, { headers })
}

const MAX_IMAGE_BYTES = 5 * 1024 ** 2
const IMAGE_CACHE_SECONDS = 24 * 3_600

async function image(c: Context<App>): Promise<Response> {
  const grant = await grantOf(c, 'image')
  c.var.log.host = grant.url.hostname
  const cache = caches.default
  const cacheKey = new Request(
    `${new URL(c.req.url).origin}${paths.imageProxy}?of=${encodeURIComponent(grant.url.href)}`,
  )
  const cached = await cache.match(cacheKey)
  if (cached) return new Response(cached.body, cached)
  await spend(c, c.env.PROXY_LIMIT)
  const answer = await fetchSource(c.env, grant, { ...(await callerOf(c)), method: 'GET', range: null })
  if (answer.status === 404 || answer.status === 410) throw new Failure('not_found')
  assertGood(answer, grant, null)
  const sourceType = plainType(answer.headers.get('content-type'))
  if (!isImage(sourceType) && !/^(application|binary)\/octet-stream$|^$/.test(sourceType))
    throw new Failure('media_type')
  const chunks: Uint8Array[] = []
  for await (const chunk of boundedBody(answer, { maxBytes: MAX_IMAGE_BYTES, tooLong: 'too_big' }))
    chunks.push(chunk)
  const bytes = concat(chunks)
  const type = sniffImage(bytes)
  if (!type) throw new Failure('source_failed', { cause: 'the bytes are not an image' })
  const headers = {
    ...UNTRUSTED_MEDIA_HEADERS,
    'content-type': type,
    'cache-control': `public, max-age=${IMAGE_CACHE_SECONDS}`,
  }
  const response = new Response(bytes, { headers })
  c.executionCtx.waitUntil(cache.put(cacheKey, response.clone()))
  return response
}
