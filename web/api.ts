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

// Every API call of the pages. Loaded on demand, because it imports the schemas.

/** An error response without the error body of the API (docs/specification.md, section 8). */
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
  return videoInfoSchema.parse(await answer.json())
}

/** Starts the merge of a ticket and returns its task. Idempotent: the same ticket returns the same task. */
export async function startMerge(ticket: string, signal: AbortSignal): Promise<string> {
  const answer = await ask(`${paths.startMerge}?task_id=${encodeURIComponent(ticket)}`, { signal })
  return startMergeAnswerSchema.parse(await answer.json()).task_id
}

/** The status of a task, and the server's clock at that time (epoch milliseconds, accurate to a second). */
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

/** Whether a download link of our API works. Throws `stale` if its grant has expired. */
export async function canDownload(path: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(path, { method: 'HEAD', signal, cache: 'no-store' })
  // 403 always means an expired or missing grant. Without a grant there is no format key.
  if (answer.status === 403)
    throw new Failure('stale', { formatKey: answer.headers.get(FORMAT_KEY_HEADER) || undefined })
  return answer.ok
}

/** Cancels a running task, or deletes its finished file. */
export async function endTask(taskId: string): Promise<void> {
  await ask(paths.task + encodeURIComponent(taskId), { method: 'DELETE' })
}

/** A short link to a preview. */
export async function shorten(share: Share): Promise<string> {
  const answer = await ask(paths.shortenPreview, asJson(share))
  return shareAnswerSchema.parse(await answer.json()).short_url
}
