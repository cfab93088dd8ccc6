import { Hono, type Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import { extensionOf } from '#contract/media-types.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { assertAllowed } from '../request/block-list.ts'
import { openGrant, type Grant } from '../grants/grant.ts'
import { UNTRUSTED_MEDIA_HEADERS, disposition } from '../media/media-headers.ts'
import { isImage, isPlaylist, plainType, safeType, sniffImage } from '../media/media-type.ts'
import { playlistText, rewritePlaylist } from '../media/playlist.ts'
import { answersRange, singleRange } from '../request/range.ts'
import { askSource } from '../media/upstream.ts'
import { mediaTarget } from '../media/media-link.ts'
import { spend } from '../request/rate-limit.ts'

/** Bytes of somebody else's media: only what a grant of ours names, never touched on the way. */
export const proxy = new Hono<App>()
  .on(['GET', 'HEAD'], paths.proxiedDownload, (c) => media(c, 'attachment'))
  .on(['GET', 'HEAD'], paths.preview, (c) => media(c, 'inline'))
  .get(paths.imageProxy, (c) => image(c))

async function media(c: Context<App>, type: 'inline' | 'attachment'): Promise<Response> {
  const grant = await grantOf(c, 'media')
  c.var.log.host = grant.url.hostname
  await spend(c, c.env.PROXY_LIMIT)
  const range = singleRange(c.req.header('range'))
  if (c.req.method === 'HEAD') return await head(c, grant, type)
  const ifRange = c.req.header('if-range') ?? null
  const answer = await askSource(c.env, grant, { method: 'GET', range, ifRange, signal: c.req.raw.signal })
  c.var.log.upstream = answer.status
  return await pass(c, grant, answer, range, type)
}

/** The grant in `g`, or in the fragment inside `url`, where format links carry it. */
async function grantOf(c: Context<App>, use: 'media' | 'image'): Promise<Grant> {
  const [url = '', fragment] = (c.req.query('url') ?? '').split('#')
  const sealed = c.req.query('g') ?? new URLSearchParams(fragment ?? '').get('g') ?? ''
  const opened = await openGrant(c.env, use, url, sealed)
  if (opened.state === 'stale') throw new Failure('stale', { formatKey: opened.key || undefined })
  // A grant that got lost on the way heals like one that is over: the page extracts again.
  if (opened.state === 'refused') throw new Failure('stale')
  if (!mediaTarget(opened.grant.url.href)) throw new Failure('refused_address')
  // A complaint ends grants that are still open, too, where it names the host of the file.
  await assertAllowed(c.env, opened.grant.url.href)
  return opened.grant
}

const PASSED = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

async function pass(
  c: Context<App>,
  grant: Grant,
  answer: Response,
  range: string | null,
  type: 'inline' | 'attachment',
) {
  if (answer.status === 416) return unsatisfiable(answer)
  assertGood(answer, grant, range)
  const named = plainType(answer.headers.get('content-type'))
  if (grant.child && (isPlaylist(named) || /\.m3u8?$/i.test(grant.url.pathname)))
    return await playlist(grant, answer)
  // Inside a playlist segments and keys come under any type; as unnamed bytes they are harmless.
  const mediaType = safeType(named, grant.container) ?? (grant.child ? 'application/octet-stream' : null)
  if (mediaType === null || answer.headers.has('content-encoding')) {
    void answer.body?.cancel()
    throw new Failure('media_type')
  }
  return new Response(answer.body, {
    status: answer.status,
    headers: headersOf(c, grant, answer, mediaType, type),
  })
}

function headersOf(
  c: Context<App>,
  grant: Grant,
  answer: Response,
  mediaType: string,
  type: 'inline' | 'attachment',
) {
  const extension = extensionOf(mediaType) ?? grant.container
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

/** Turns what a source says into ours: a link that is over, a limit, or plain trouble. */
function assertGood(answer: Response, grant: Grant, range: string | null): void {
  const { status } = answer
  const isPart = status === 206 && range !== null && answersRange(range, answer.headers.get('content-range'))
  if (status === 200 || isPart) return
  void answer.body?.cancel()
  if ([401, 403, 404, 410].includes(status))
    throw new Failure('stale', { formatKey: grant.key || undefined, cause: `the source says ${status}` })
  if (status === 429 || status === 503) throw new Failure('site_limit')
  throw new Failure('source_failed', { cause: `the source says ${status}` })
}

function unsatisfiable(answer: Response): Response {
  void answer.body?.cancel()
  const size = /^bytes \*\/\d+$/.exec(answer.headers.get('content-range') ?? '')?.[0]
  return new Response(null, {
    status: 416,
    headers: { ...UNTRUSTED_MEDIA_HEADERS, ...(size && { 'content-range': size }) },
  })
}

async function playlist(grant: Grant, answer: Response): Promise<Response> {
  const base = mediaTarget(answer.url) ?? grant.url
  const text = await rewritePlaylist(await playlistText(answer), base, grant.child!)
  return new Response(text, {
    headers: {
      ...UNTRUSTED_MEDIA_HEADERS,
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'private, no-store',
    },
  })
}

/** HEAD has its own: the source's HEAD, or a range of one byte where that is refused. */
async function head(c: Context<App>, grant: Grant, type: 'inline' | 'attachment'): Promise<Response> {
  const signal = c.req.raw.signal
  const answer = await askSource(c.env, grant, { method: 'HEAD', range: null, signal })
  if (answer.status === 200 && answer.headers.has('content-length')) return headAnswer(c, grant, answer, type)
  const range = 'bytes=0-0'
  const first = await askSource(c.env, grant, { method: 'GET', range, signal })
  assertGood(first, grant, range)
  void first.body?.cancel()
  return headAnswer(c, grant, first, type)
}

function headAnswer(
  c: Context<App>,
  grant: Grant,
  answer: Response,
  type: 'inline' | 'attachment',
): Response {
  const named = plainType(answer.headers.get('content-type'))
  const mediaType =
    isPlaylist(named) && grant.child ? 'application/vnd.apple.mpegurl' : safeType(named, grant.container)
  if (mediaType === null) throw new Failure('media_type')
  const headers = headersOf(c, grant, answer, mediaType, type)
  const size = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  if (size !== undefined) {
    headers.set('content-length', size)
    headers.set('accept-ranges', 'bytes')
  }
  headers.delete('content-range')
  if (mediaType === 'application/vnd.apple.mpegurl') headers.delete('content-length')
  return new Response(null, { headers })
}

const MAX_PICTURE_BYTES = 5 * 1024 ** 2
const PICTURE_SECONDS = 24 * 3_600

/** A thumbnail: small enough to read, so that its first bytes can be checked against what it claims to be. */
async function image(c: Context<App>): Promise<Response> {
  const grant = await grantOf(c, 'image')
  c.var.log.host = grant.url.hostname
  const cache = caches.default
  const cacheKey = new Request(
    `${new URL(c.req.url).origin}${paths.imageProxy}?of=${encodeURIComponent(grant.url.href)}`,
  )
  const kept = await cache.match(cacheKey)
  if (kept) return new Response(kept.body, kept)
  await spend(c, c.env.PROXY_LIMIT)
  const answer = await askSource(c.env, grant, { method: 'GET', range: null, signal: c.req.raw.signal })
  if (answer.status === 404 || answer.status === 410) throw new Failure('not_found')
  assertGood(answer, grant, null)
  const named = plainType(answer.headers.get('content-type'))
  if (!isImage(named) && !/^(application|binary)\/octet-stream$|^$/.test(named))
    throw new Failure('media_type')
  const bytes = await pictureBytes(answer)
  const type = sniffImage(bytes)
  if (!type) throw new Failure('source_failed', { cause: 'the bytes are no picture' })
  const headers = {
    ...UNTRUSTED_MEDIA_HEADERS,
    'content-type': type,
    'cache-control': `public, max-age=${PICTURE_SECONDS}`,
  }
  const picture = new Response(bytes, { headers })
  c.executionCtx.waitUntil(cache.put(cacheKey, picture.clone()))
  return picture
}

async function pictureBytes(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(answer.headers.get('content-length') ?? 0) > MAX_PICTURE_BYTES) {
    void answer.body?.cancel()
    throw new Failure('too_big')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MAX_PICTURE_BYTES) throw new Failure('too_big')
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
