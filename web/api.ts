import * as z from 'zod/mini'
import {
  errorSchema,
  FORMAT_KEY_HEADER,
  mergeStatusSchema,
  shareAnswerSchema,
  startMergeAnswerSchema,
  videoInfoSchema,
  type DownloadRequest,
  type MergeStatus,
  type Share,
  type VideoInfo,
} from '#contract/api.ts'
import { Failure, isFailureCode } from '#contract/failure.ts'
import { paths } from '#contract/paths.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { HttpError, UnreadableAnswer } from './unexpected-answer.ts'

// Every API call of the pages. Loaded on demand, because it imports the schemas.

/** The text of an error answer without a code, which a proxy or another version may send. */
const errorTextSchema = z.object({ error: z.string().check(z.minLength(1)) })

async function ask(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    throw new Error(pageFailures.offline, { cause })
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
  return new Failure(isFailureCode(code) ? code : 'internal', { message: told.data.error })
}

/**
 * The body of an OK answer. Throws the Failure of an answer that is only an error text, UnreadableAnswer for
 * any other unexpected body, and an Error with a sentence when the connection breaks.
 */
async function read<T extends z.ZodMiniType>(answer: Response, schema: T): Promise<z.output<T>> {
  const text = await answer.text().catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new Error(pageFailures.offline, { cause })
  })
  const json = readJson(text)
  const body = schema.safeParse(json)
  if (body.success) return body.data
  const told = errorTextSchema.safeParse(json)
  if (told.success) throw new Failure('internal', { message: told.data.error })
  throw new UnreadableAnswer('the answer is not the expected JSON', { cause: body.error })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // Not JSON: for example an HTML error page of a proxy.
  }
}

const asJson = (body: unknown, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  signal: signal ?? null,
})

/** The formats of a link. */
export async function extract(request: DownloadRequest, signal?: AbortSignal): Promise<VideoInfo> {
  const answer = await ask(paths.downloadVideo, asJson(request, signal))
  return await read(answer, videoInfoSchema)
}

/** Starts the merge of a ticket and returns its task. Idempotent: the same ticket returns the same task. */
export async function startMerge(ticket: string, signal: AbortSignal): Promise<string> {
  const answer = await ask(`${paths.startMerge}?task_id=${encodeURIComponent(ticket)}`, { signal })
  return (await read(answer, startMergeAnswerSchema)).task_id
}

/** The status of a task, and the server's clock at that time (epoch milliseconds, accurate to a second). */
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

/** Whether a download link of our API works. Throws `stale` if its grant has expired. */
export async function canDownload(path: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(path, { method: 'HEAD', signal, cache: 'no-store' })
  // 403 always means an expired or missing grant. Without a grant there is no format key.
  if (answer.status === 403)
    throw new Failure('stale', { formatKey: answer.headers.get(FORMAT_KEY_HEADER) || undefined })
  return answer.ok
}

/** Cancels a running task, or deletes its finished file. The call outlives the page that makes it. */
export async function endTask(taskId: string): Promise<void> {
  await ask(paths.task + encodeURIComponent(taskId), { method: 'DELETE', keepalive: true })
}

/** A short link to a preview. */
export async function shorten(share: Share): Promise<string> {
  const answer = await ask(paths.shortenPreview, asJson(share))
  return (await read(answer, shareAnswerSchema)).short_url
}

/** Tells the edge that a link may follow soon, so that a merger starts. A failure is not shown. */
export function wake(): void {
  fetch(paths.wake, { method: 'POST' }).catch(() => undefined)
}
