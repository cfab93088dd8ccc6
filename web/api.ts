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

// Every call of the page, once. Loaded when the first call is near, since it brings the schemas along.

/** An answer that is none of ours: status and text, as the specification words it. */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(`HTTP ${status}: ${text}`)
    this.status = status
  }
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    throw new Error(pageFailures.offline, { cause })
  })
  if (!answer.ok) throw await failureOf(answer)
  return answer
}

async function failureOf(answer: Response): Promise<Error> {
  const body = errorSchema.safeParse(readJson(await answer.text()))
  const code = body.success ? body.data.code : answer.status === 404 ? 'not_found' : null
  if (code === 'stale')
    return new Failure('stale', {
      formatKey: (body.data?.format_key ?? answer.headers.get(FORMAT_KEY_HEADER)) || undefined,
    })
  if (!body.success) return new HttpError(answer.status, answer.statusText || 'unexpected answer')
  return new Failure(isFailureCode(code) ? code : 'internal', { message: body.data.error })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // an HTML error page of something between us and the visitor
  }
}

const asJson = (body: unknown, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  signal: signal ?? null,
})

/** What sits behind a link. */
export async function extract(request: DownloadRequest, signal?: AbortSignal): Promise<VideoInfo> {
  const answer = await ask(paths.downloadVideo, asJson(request, signal))
  return videoInfoSchema.parse(await answer.json())
}

/** Starts making the file of a ticket; again with the same ticket is the same task. */
export async function startMerge(ticket: string, signal: AbortSignal): Promise<string> {
  const answer = await ask(`${paths.startMerge}?task_id=${encodeURIComponent(ticket)}`, { signal })
  return startMergeAnswerSchema.parse(await answer.json()).task_id
}

/** How far a task is, and what the server's clock said then (epoch milliseconds, to the second). */
export async function readStatus(
  taskId: string,
  signal: AbortSignal,
): Promise<{ status: MergeStatus; serverNow: number }> {
  const answer = await ask(paths.status + encodeURIComponent(taskId), { signal, cache: 'no-store' })
  const date = Date.parse(answer.headers.get('date') ?? '')
  return {
    status: mergeStatusSchema.parse(await answer.json()),
    serverNow: Number.isNaN(date) ? Date.now() : date,
  }
}

/** Whether a link of ours would answer a download; throws `stale` where a fresh one is needed. */
export async function canDownload(path: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(path, { method: 'HEAD', signal, cache: 'no-store' })
  // Our own links are refused for one reason only; a link that lost its grant on the way has no key to show.
  if (answer.status === 403)
    throw new Failure('stale', { formatKey: answer.headers.get(FORMAT_KEY_HEADER) || undefined })
  return answer.ok
}

/** Cancels a running task, deletes a finished file. */
export async function endTask(taskId: string): Promise<void> {
  await ask(paths.task + encodeURIComponent(taskId), { method: 'DELETE' })
}

/** A short link to a preview. */
export async function shorten(share: Share): Promise<string> {
  const answer = await ask(paths.shortenPreview, asJson(share))
  return shareAnswerSchema.parse(await answer.json()).short_url
}
