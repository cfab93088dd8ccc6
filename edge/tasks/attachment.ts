import { causeText } from '#contract/cause-text.ts'
import { mergeEventSchema, mergeId, type MergeEvent, type MergeOrder } from '#contract/engine/merge.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { drop } from '../drop-body.ts'
import { log } from '../log.ts'
import type { MergerClient } from '../mergers/client.ts'
import { lines } from '../mergers/ndjson.ts'
import { withRetry, withTimeout } from '../retry.ts'
import type { AttachmentContext } from './attachment-context.ts'
import { puller } from './puller.ts'
import type { Attempt } from './task.ts'
import { attemptOf, isWaiting, objectKey } from './task-machine.ts'

/** A running merger responds at once, but a container may have to start first. */
const ORDER_MS = 120_000
const RECONNECT_MS = 500
const PLACE_WAIT_MS = 20_000

/**
 * Never throws: each error becomes an event of the task. If the connection breaks, the attempt continues, and
 * the next alarm connects the task again.
 */
export async function attach(context: AttachmentContext, signal: AbortSignal): Promise<void> {
  try {
    if (!attemptOf(context.task())) await begin(context, signal)
    const attempt = attemptOf(context.task())
    if (attempt) await follow(context, attempt, signal)
  } catch (error) {
    const at = Date.now()
    const { code } = Failure.from(error)
    if (signal.aborted) context.tell({ type: 'detached', at })
    else context.tell({ type: 'lost', code: code === 'not_found' ? 'merger_down' : code, at })
    if (!signal.aborted)
      log('attachment', { code, cause: causeText(error instanceof Failure ? error.cause : error) })
  }
}

async function begin(context: AttachmentContext, signal: AbortSignal): Promise<void> {
  // At first the queue answers at once, so that the visitor soon sees that the task waits.
  const state = await context.place.take(isWaiting(context.task()) ? PLACE_WAIT_MS : 0)
  if (state !== 'granted')
    return context.tell({ type: 'refused', at: Date.now(), ...(state === 'full' && { code: 'busy' }) })
  try {
    await order(context, signal)
  } finally {
    if (!attemptOf(context.task())) await context.place.leave()
  }
}

async function order(context: AttachmentContext, signal: AbortSignal): Promise<void> {
  const body: MergeOrder = {
    v: ENGINE_VERSION,
    task: context.name,
    attempt: context.task().lastAttemptId + 1,
    plan: context.task().order.plan,
  }
  let down: Failure | undefined
  let isAnyBusy = false
  for (const merger of await context.mergers()) {
    try {
      const exit = await context.exitAt(merger)
      await send(context.clientOf(merger), { ...body, ...(exit !== undefined && { exit }) }, signal)
      return context.tell({ type: 'accepted', merger, at: Date.now() })
    } catch (error) {
      if (!(error instanceof Failure) || (error.code !== 'busy' && error.code !== 'merger_down')) throw error
      if (error.code === 'busy') isAnyBusy = true
      else down = error
    }
  }
  if (!isAnyBusy && down) throw down
  context.tell({ type: 'refused', at: Date.now() })
}

async function send(client: MergerClient, body: MergeOrder, signal: AbortSignal): Promise<void> {
  const call = async (timeout: AbortSignal) => {
    const answer = await client('/merges', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, timeout]),
    })
    drop(answer.body)
  }
  await withTimeout(ORDER_MS, call).catch((cause: unknown) => {
    if (signal.aborted || cause instanceof Failure) throw cause
    throw new Failure('merger_down', { cause })
  })
}

/**
 * If the connection to the merger breaks, only this attachment ends, and the attempt continues. If the edge
 * then sends no request about the attempt for LEASE_MS, the merger ends it.
 */
async function follow(context: AttachmentContext, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const upload = await uploadOf(context, attempt)
  const client = context.clientOf(attempt.merger)
  const watch = watchProgress(context, signal)
  const pulls = puller(context, attempt, upload, client, watch.signal)
  let last: MergeEvent | undefined
  try {
    const events = await connect(context, attempt, client, watch.signal)
    last = await readEvents(context, events, pulls)
  } catch (error) {
    throw watch.stall() ?? error
  } finally {
    // All pulls must end before the attachment ends. Only one attachment at a time may write to a multipart
    // upload.
    await pulls.settled()
    watch.end()
  }
  const error = watch.stall() ?? pulls.error()
  if (error && !isBroken(context, error)) throw error
  // After an abort, the upload is not completed, because parts of the file can be missing from it.
  if (last && !error && !signal.aborted) await complete(context, upload, last)
  else context.tell({ type: 'detached', at: Date.now() })
}

/** If a transfer fails, or if the connection breaks before the end of the merge, returns undefined. */
async function readEvents(
  context: AttachmentContext,
  events: Response,
  pulls: ReturnType<typeof puller>,
): Promise<MergeEvent | undefined> {
  try {
    for await (const state of lines(events.body!, mergeEventSchema)) {
      context.tell({ type: 'progressed', state, at: Date.now() })
      void context.place.setIdle(state.idle ?? false)
      if (state.failed) throw new Failure(state.failed.code, { cause: state.failed.detail })
      pulls.offer(state)
      if (pulls.error()) break
      if (state.size !== undefined && state.proof) return state
    }
  } catch (error) {
    if (!isBroken(context, error)) throw error
  }
  return undefined
}

/** If so, the attempt probably continues at the merger. */
function isBroken(context: AttachmentContext, error: unknown): boolean {
  return Failure.from(error).code === 'merger_down' && !isStalled(context)
}

async function connect(
  context: AttachmentContext,
  attempt: Attempt,
  client: MergerClient,
  signal: AbortSignal,
): Promise<Response> {
  const path = `/merges/${mergeId(context.name, attempt.id)}/events`
  for (const end = Date.now() + context.limits.awayMs; ;) {
    try {
      return await client(path, { signal })
    } catch (error) {
      if (Failure.from(error).code !== 'merger_down' || signal.aborted || Date.now() >= end) throw error
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
    }
  }
}

function isStalled(context: AttachmentContext): boolean {
  const attempt = attemptOf(context.task())
  return attempt !== null && Date.now() >= attempt.movedAt + context.limits.stallMs
}

function watchProgress(context: AttachmentContext, signal: AbortSignal) {
  const stop = new AbortController()
  let stall: Failure | undefined
  const timer = setInterval(() => {
    if (!isStalled(context)) return
    const cause = `no bytes, no part and no new stage for ${context.limits.stallMs} ms`
    stall ??= new Failure('internal', { cause })
    stop.abort(stall)
  }, context.limits.stallMs / 10)
  return {
    signal: AbortSignal.any([signal, stop.signal]),
    stall: () => stall,
    end: () => clearInterval(timer),
  }
}

async function uploadOf(context: AttachmentContext, attempt: Attempt): Promise<R2MultipartUpload> {
  const key = objectKey(context.task())
  const path = `${context.name}/${key}`
  if (attempt.upload !== null) return context.files.resumeMultipartUpload(path, attempt.upload)
  // If the response to this call is lost, the edge cannot abort the new upload: its id is unknown, and the R2
  // binding cannot list uploads. R2 itself aborts the upload after seven days.
  const upload = await context.files.createMultipartUpload(path)
  // A Durable Object sends no call before its earlier writes are stored. So the upload id is stored before
  // the first part is sent.
  context.tell({ type: 'opened', key, upload: upload.uploadId })
  return upload
}

async function complete(
  context: AttachmentContext,
  upload: R2MultipartUpload,
  state: MergeEvent,
): Promise<void> {
  const { size, proof, combined } = state
  const object = await withRetry<R2Object>(
    async () => {
      try {
        return await withTimeout(context.limits.storeMs, () => upload.complete(context.parts.all()))
      } catch (error) {
        // Perhaps an earlier call of `complete` succeeded and only its response was lost. The bucket then
        // contains an object of the expected size.
        const existing = await context.files.head(upload.key)
        if (existing && existing.size === size) return existing
        throw error
      }
    },
    { retryMs: context.limits.retryMs },
  )
  if (object.size !== size) throw new Failure('internal', { cause: 'the stored size differs' })
  context.stored({ size: object.size, etag: object.etag, proof: proof!, combined: combined ?? null })
}
