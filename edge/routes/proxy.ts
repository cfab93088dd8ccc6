import { Hono, type Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import { isPlaylist, OCTETS, plainType, servedAs } from '#contract/media-answer.ts'
import { SIGNATURE_BYTES } from '#contract/media-signature.ts'
import { isImageType } from '#contract/media-types.ts'
import { paths } from '#contract/paths.ts'
import { drop } from '../drop-body.ts'
import type { App } from '../app.ts'
import { relayCounter } from '../budget/relayed-bytes.ts'
import type { Grant, PlaylistRules } from '../grants/grant.ts'
import { disposition, UNTRUSTED_MEDIA_HEADERS } from '../media/media-headers.ts'
import { mediaTarget } from '../media-link.ts'
import { sniffImage } from '../media/media-type.ts'
import { playlistText, rewritePlaylist } from '../media/playlist.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { isRelayed, lengthOf, partOf, restOf } from '../media/rest.ts'
import { assertSegment } from '../media/segment.ts'
import { RelayedBytes, SourceBody } from '../media/source-body.ts'
import { assertGood } from '../media/source-status.ts'
import { fetchSource, type SourceRequest } from '../media/upstream.ts'
import { boundedBody, concat } from '../request/bounded-body.ts'
import { callerOf, grantOf } from './granted.ts'
import { singleRange } from '../request/range.ts'
import { spend } from '../request/rate-limit.ts'

export const proxy = new Hono<App>()
  .on(['GET', 'HEAD'], paths.proxiedDownload, (c) => media(c, 'attachment'))
  .on(['GET', 'HEAD'], paths.preview, (c) => media(c, 'inline'))
  .get(paths.imageProxy, (c) => image(c))

type Disposition = 'inline' | 'attachment'
const PLAYLIST_HEADERS = {
  ...UNTRUSTED_MEDIA_HEADERS,
  'content-type': 'application/vnd.apple.mpegurl',
  'cache-control': 'private, no-store',
}

async function media(c: Context<App>, type: Disposition): Promise<Response> {
  const grant = await grantOf(c, 'media')
  c.var.log.host = grant.url.hostname
  await spend(c, c.env.PROXY_LIMIT)
  const caller = { ...(await callerOf(c)), range: null }
  if (c.req.method === 'HEAD') return await answerHead(c, grant, caller, type)
  const range = singleRange(c.req.header('range'))
  const request = { ...caller, range, ifRange: c.req.header('if-range') ?? null }
  const answer = await fetchSource(c.env, grant, request)
  c.var.log.upstream = answer.status
  if (answer.status !== 206 || !isList(grant, answer)) return await pass(c, grant, answer, request, type)
  // Before Safari plays media, it requests only the first two bytes. But a playlist can be rewritten only as
  // a whole, so the edge fetches it again without the Range header.
  drop(answer.body)
  const whole = { ...request, range: null }
  return await pass(c, grant, await fetchSource(c.env, grant, whole), whole, type)
}

async function pass(
  c: Context<App>,
  grant: Grant,
  answer: Response,
  request: SourceRequest,
  type: Disposition,
): Promise<Response> {
  if (answer.status === 416) return unsatisfiable(answer)
  await assertGood(c.env, answer, grant, request.range)
  if (isList(grant, answer)) return await playlist(grant.url, grant.playlistRules!, answer)
  const { body, served } = await openServed(c, grant, answer, request)
  const length = lengthOf(answer)
  const maxBytes = grant.playlistRules?.maxBytes
  if (maxBytes !== undefined && (length ?? 0) > maxBytes) {
    body.cancel()
    throw new Failure('too_big')
  }
  const relay = new RelayedBytes(await relayCounter(c.env, c.req.raw))
  try {
    if (isRelayed(answer)) await relay.begin(length)
  } catch (error) {
    body.cancel()
    throw error
  }
  const askRest = restOf(c.env, grant, answer, request)
  const stream = answer.body && body.stream({ length, maxBytes, askRest, relay })
  return new Response(stream, { status: answer.status, headers: headersOf(c, answer, served, type) })
}

type Served = { type: string; extension: string }

async function openServed(
  c: Context<App>,
  grant: Grant,
  answer: Response,
  request: SourceRequest,
): Promise<{ body: SourceBody; served: Served }> {
  assertWithin(grant, answer)
  const body = await SourceBody.open(answer)
  try {
    return { body, served: await servedFor(c, grant, answer, body.head, request) }
  } catch (error) {
    body.cancel()
    throw error
  }
}

async function servedFor(
  c: Context<App>,
  grant: Grant,
  answer: Response,
  head: Uint8Array,
  request: SourceRequest,
): Promise<Served> {
  const { container } = grant
  const type = plainType(answer.headers.get('content-type'))
  if (grant.playlistRules) {
    // Sites send segments and keys with any Content-Type.
    assertSegment(head)
    return servedAs({ type, container }) ?? { type: OCTETS, extension: container }
  }
  const isStart = answer.status === 200 || partOf(answer)?.start === 0
  const served = servedAs({ type, container, head: isStart ? head : undefined })
  if (served) return served
  if (request.range === null || request.range === FIRST_BYTES) throw new Failure('media_type')
  // A part does not show whether a declared text is one.
  const first = { ...request, range: FIRST_BYTES, ifRange: null }
  const start = await fetchSource(c.env, grant, first)
  await assertGood(c.env, start, grant, FIRST_BYTES)
  const opened = await openServed(c, grant, start, first)
  opened.body.cancel()
  return opened.served
}

const FIRST_BYTES = `bytes=0-${SIGNATURE_BYTES - 1}`

/** Answers to HEAD are often wrong or refused, so the source gets a GET of the first bytes. */
async function answerHead(
  c: Context<App>,
  grant: Grant,
  request: SourceRequest,
  type: Disposition,
): Promise<Response> {
  const answer = await fetchSource(c.env, grant, { ...request, range: FIRST_BYTES })
  await assertGood(c.env, answer, grant, FIRST_BYTES)
  if (isList(grant, answer)) {
    drop(answer.body)
    return new Response(null, { headers: PLAYLIST_HEADERS })
  }
  const { body, served } = await openServed(c, grant, answer, { ...request, range: FIRST_BYTES })
  body.cancel()
  const headers = headersOf(c, answer, served, type)
  headers.delete('content-range')
  headers.delete('content-length')
  const size = partOf(answer)?.total
  if (size !== undefined) headers.set('content-length', `${size}`)
  if (answer.status === 206) headers.set('accept-ranges', 'bytes')
  return new Response(null, { headers })
}

function isList({ playlistRules, url }: Grant, answer: Response): boolean {
  const type = plainType(answer.headers.get('content-type'))
  return playlistRules !== undefined && (isPlaylist(type) || /\.m3u8?$/i.test(url.pathname))
}

/** A response that came through the relay has an empty `url`, so its domain is not checked. */
function assertWithin({ url, playlistRules }: Grant, answer: Response): void {
  const from = mediaTarget(answer.url)
  if (!playlistRules || !from || [domainOf(url), ...playlistRules.domains].includes(domainOf(from))) return
  drop(answer.body)
  throw new Failure('refused_address')
}

const PASSED = ['content-range', 'accept-ranges', 'etag', 'last-modified']

function headersOf(c: Context<App>, answer: Response, served: Served, type: Disposition): Headers {
  const headers = new Headers({
    ...UNTRUSTED_MEDIA_HEADERS,
    'content-type': served.type,
    'cache-control': 'private, no-store',
    'content-disposition': disposition(type, c.req.query('filename'), served.extension),
  })
  const length = lengthOf(answer)
  if (length !== null) headers.set('content-length', `${length}`)
  for (const name of PASSED) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

function unsatisfiable(answer: Response): Response {
  drop(answer.body)
  const size = /^bytes \*\/\d+$/.exec(answer.headers.get('content-range') ?? '')?.[0]
  const headers = { ...UNTRUSTED_MEDIA_HEADERS, ...(size && { 'content-range': size }) }
  return new Response(null, { status: 416, headers })
}

async function playlist(url: URL, rules: PlaylistRules, answer: Response): Promise<Response> {
  // Relative links in a playlist refer to the URL of the response. After a redirect, this is not the
  // requested URL. A response that came through the relay has an empty `url`.
  const base = mediaTarget(answer.url) ?? url
  const body = rewritePlaylist(await playlistText(answer), base, rules)
  return new Response(body, { headers: PLAYLIST_HEADERS })
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
  const answer = await fetchSource(c.env, grant, { ...(await callerOf(c)), range: null })
  if (answer.status === 404 || answer.status === 410) throw new Failure('not_found')
  await assertGood(c.env, answer, grant, null)
  const sourceType = plainType(answer.headers.get('content-type'))
  if (!isImageType(sourceType) && !/^(application|binary)\/octet-stream$|^$/.test(sourceType))
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
