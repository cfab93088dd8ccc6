import * as z from 'zod/mini'
import {
  errorSchema,
  FORMAT_KEY_HEADER,
  mergeStatusSchema,
  platformStatesSchema,
  shareAnswerSchema,
  startMergeAnswerSchema,
  videoInfoSchema,
  type DownloadRequest,
  type MergeStatus,
  type PlatformState,
  type Share,
  type VideoInfo,
} from '#contract/api.ts'
import { Failure, isFailureCode } from '#contract/failure.ts'
import { paths } from '#contract/paths.ts'
import { fingerprint } from './fingerprint.ts'
import { isOffline } from './is-offline.ts'
import { HttpError, ToldFailure, UnreadableAnswer, Unreached } from './unexpected-answer.ts'

// All API calls of the pages. This module is loaded on demand, because it imports the zod schemas.

/**
 * Schema of an error response without a failure code. A proxy or another version of the edge can send such a
 * response.
 */
const errorTextSchema = z.object({ error: z.string().check(z.minLength(1)) })

const language = globalThis.document?.documentElement.lang

/** The answer has words for the visitor, in the language of the page. */
function spoken(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers)
  if (language) headers.set('accept-language', language)
  return { ...init, headers }
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, spoken(init)).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    throw new Unreached(isOffline(), cause)
  })
  if (!answer.ok) throw await failureOf(answer)
  return answer
}

async function failureOf(answer: Response): Promise<Error> {
  const json = readJson(await answer.text())
  const body = errorSchema.safeParse(json)
  const code = body.success ? body.data.code : answer.status === 404 ? 'not_found' : null
  if (code === 'stale')
    return new Failure('stale', {
      formatKey: (body.data?.format_key ?? answer.headers.get(FORMAT_KEY_HEADER)) || undefined,
    })
  const told = errorTextSchema.safeParse(json)
  if (!told.success) return new HttpError(answer.status, answer.statusText)
  return new ToldFailure(isFailureCode(code) ? code : 'internal', { message: told.data.error })
}

/**
 * If the body of a response matches `schema`, returns the parsed body. Otherwise throws:
 * - If the body contains an error text: a ToldFailure with this text.
 * - If the body is anything else: UnreadableAnswer.
 * - If the connection breaks: Unreached.
 * - If the caller aborts the request: the AbortError of the browser.
 */
async function read<T extends z.ZodMiniType>(answer: Response, schema: T): Promise<z.output<T>> {
  const text = await answer.text().catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new Unreached(false, cause)
  })
  const json = readJson(text)
  const body = schema.safeParse(json)
  if (body.success) return body.data
  const told = errorTextSchema.safeParse(json)
  if (told.success) throw new ToldFailure('internal', { message: told.data.error })
  throw new UnreadableAnswer('the answer is not the expected JSON', { cause: body.error })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // The body is not JSON; it is for example an HTML error page of a proxy.
  }
}

const asJson = (body: unknown, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  signal: signal ?? null,
})

type Wanted = Omit<DownloadRequest, 'browser_fingerprint' | 'user_consent'>

export async function extract(wanted: Wanted, signal?: AbortSignal): Promise<VideoInfo> {
  const request: DownloadRequest = { ...wanted, browser_fingerprint: fingerprint(), user_consent: false }
  const answer = await ask(paths.downloadVideo, asJson(request, signal))
  return await read(answer, videoInfoSchema)
}

export async function startMerge(ticket: string, signal: AbortSignal): Promise<string> {
  const answer = await ask(`${paths.startMerge}?task_id=${encodeURIComponent(ticket)}`, { signal })
  return (await read(answer, startMergeAnswerSchema)).task_id
}

/**
 * Returns the status of a task. Also returns the server's clock at the time of the response, in epoch
 * milliseconds, accurate to a second.
 */
export async function readStatus(
  taskId: string,
  signal: AbortSignal,
): Promise<{ status: MergeStatus; serverNow: number }> {
  const answer = await ask(paths.status + encodeURIComponent(taskId), { signal, cache: 'no-store' })
  const date = Date.parse(answer.headers.get('date') ?? '')
  return {
    status: await read(answer, mergeStatusSchema),
    serverNow: Number.isNaN(date) ? Date.now() : date,
  }
}

/**
 * Sends a HEAD request to a download link of our API, and returns whether the link works. The response has no
 * body, so only the status describes an error:
 * - 403: The grant (the permission of the edge in the link) is expired or missing, or the media host refuses
 *   the link. Throws a Failure with the code `stale`.
 * - 429: The visitor has reached a limit. If the link leads to a finished file, throws a Failure with the
 *   code `day_used`. If the link leads to media of another site, throws a Failure with the code
 *   `rate_limited`.
 * - any other error: Returns false.
 */
export async function canDownload(path: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(path, { method: 'HEAD', signal, cache: 'no-store' })
  if (answer.status === 403)
    // The edge copies the key of the format from the grant into this header. If the grant is missing or
    // invalid, or contains no key, the response lacks the header.
    throw new Failure('stale', { formatKey: answer.headers.get(FORMAT_KEY_HEADER) || undefined })
  if (answer.status === 429) throw new Failure(path.startsWith(paths.file) ? 'day_used' : 'rate_limited')
  return answer.ok
}

/** The browser does not abort the request when the visitor leaves the page. */
export async function endTask(taskId: string): Promise<void> {
  await ask(paths.task + encodeURIComponent(taskId), { method: 'DELETE', keepalive: true })
}

export async function shorten(share: Share): Promise<string> {
  const answer = await ask(paths.shortenPreview, asJson(share))
  return (await read(answer, shareAnswerSchema)).short_url
}

export async function readPlatforms(): Promise<Record<string, PlatformState>> {
  return await read(await ask(paths.platforms, { cache: 'no-store' }), platformStatesSchema)
}

/** The edge then starts a merger. Errors are ignored, because a submitted link starts a merger too. */
export function wake(): void {
  fetch(paths.wake, { method: 'POST' }).catch(() => undefined)
}
