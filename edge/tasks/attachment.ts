import { causeText } from '#contract/cause-text.ts'
import { mergeEventSchema, mergeId, type MergeEvent, type MergeOrder } from '#contract/engine/merge.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import type { MergerClient } from '../mergers/client.ts'
import { lines } from '../mergers/ndjson.ts'
import { withRetry, withTimeout } from '../retry.ts'
import type { AttachmentContext } from './attachment-context.ts'
import { puller } from './puller.ts'
import type { Attempt } from './task.ts'
import { attemptOf, objectKey } from './task-machine.ts'

/** Deadline for a merge order. A merger that runs responds at once; a container may have to start first. */
const ORDER_MS = 120_000

/**
 * Runs one attachment: starts an attempt if none runs, follows it, and stores its bytes while the merge still
 * runs. It never throws, because every error becomes an event of the task. If the connection breaks, only the
 * attachment ends, and the next alarm starts another one.
 */
export async function attach(context: AttachmentContext, signal: AbortSignal): Promise<void> {
  try {
    if (!attemptOf(context.task())) await begin(context, signal)
    const attempt = attemptOf(context.task())
    if (attempt) await follow(context, attempt, signal)
  } catch (error) {
    const at = Date.now()
    const attempt = attemptOf(context.task())
    const { code } = Failure.from(error)
    // A merger that is unreachable for a moment keeps the attempt until its lease ends.
    const isAway = code === 'merger_down' && attempt && !isStalled(context, attempt, at)
    if (signal.aborted || isAway) context.tell({ type: 'detached', at })
    else context.tell({ type: 'lost', code: code === 'not_found' ? 'merger_down' : code, at })
    if (!signal.aborted)
      log('attachment', { code, cause: causeText(error instanceof Failure ? error.cause : error) })
  }
}

/**
 * Waits for a place in the fair queue and then starts an attempt. If no attempt starts, the place is given
 * back.
 */
async function begin(context: AttachmentContext, signal: AbortSignal): Promise<void> {
  const state = await context.place.take()
  if (state !== 'granted')
    return context.tell({ type: 'refused', at: Date.now(), ...(state === 'full' && { code: 'busy' }) })
  try {
    await order(context, signal)
  } finally {
    if (!attemptOf(context.task())) await context.place.leave()
  }
}

/** Sends the order to one merger after another until a merger accepts it. */
async function order(context: AttachmentContext, signal: AbortSignal): Promise<void> {
  const body: MergeOrder = {
    v: ENGINE_VERSION,
    task: context.name,
    attempt: context.task().lastAttemptId + 1,
    plan: context.task().plan,
  }
  let down: Failure | undefined
  let isAnyBusy = false
  for (const merger of context.mergers()) {
    try {
      await send(context.clientOf(merger), body, signal)
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

/**
 * Sends the order to one merger. Throws `merger_down` if the merger does not respond in time, else the
 * failure code of its error response.
 */
async function send(client: MergerClient, body: MergeOrder, signal: AbortSignal): Promise<void> {
  const call = async (timeout: AbortSignal) => {
    const answer = await client('/merges', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, timeout]),
    })
    await answer.body?.cancel()
  }
  await withTimeout(ORDER_MS, call).catch((cause: unknown) => {
    if (signal.aborted || cause instanceof Failure) throw cause
    throw new Failure('merger_down', { cause })
  })
}

async function follow(context: AttachmentContext, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const upload = await uploadOf(context, attempt)
  const client = context.clientOf(attempt.merger)
  const watch = watchProgress(context, signal)
  const pulls = puller(context, attempt, upload, client, watch.signal)
  let last: MergeEvent | undefined
  try {
    const path = `/merges/${mergeId(context.name, attempt.id)}/events`
    const events = await client(path, { signal: watch.signal })
    for await (const state of lines(events.body!, mergeEventSchema)) {
      context.tell({ type: 'progressed', state, at: Date.now() })
      if (state.failed) throw new Failure(state.failed.code, { cause: state.failed.detail })
      pulls.offer(state)
      if (pulls.error()) break
      if (state.size !== undefined && state.proof) {
        last = state
        break
      }
    }
  } catch (error) {
    throw watch.stall() ?? error
  } finally {
    // Every pull must end with the attachment, because only one attachment at a time may write to an upload.
    await pulls.settled()
    watch.end()
  }
  const error = watch.stall() ?? pulls.error()
  if (error) throw error
  if (last) await complete(context, upload, last)
  else context.tell({ type: 'detached', at: Date.now() })
}

const isStalled = (context: AttachmentContext, attempt: Attempt, at: number) =>
  at >= attempt.movedAt + context.limits.stallMs

/** Ends the attachment if its attempt makes no progress, even if the merger keeps sending lines. */
function watchProgress(context: AttachmentContext, signal: AbortSignal) {
  const stop = new AbortController()
  let stall: Failure | undefined
  const timer = setInterval(() => {
    const attempt = attemptOf(context.task())
    if (!attempt || !isStalled(context, attempt, Date.now())) return
    const cause = `no bytes, no part and no new stage for ${context.limits.stallMs} ms`
    stall ??= new Failure('internal', { cause })
    stop.abort(stall)
  }, context.limits.stallMs / 10)
  return {
    /** Aborted when the attachment ends or the attempt stalls. */
    signal: AbortSignal.any([signal, stop.signal]),
    stall: () => stall,
    end: () => clearInterval(timer),
  }
}

async function uploadOf(context: AttachmentContext, attempt: Attempt): Promise<R2MultipartUpload> {
  const key = objectKey(context.task())
  const path = `${context.name}/${key}`
  if (attempt.upload !== null) return context.files.resumeMultipartUpload(path, attempt.upload)
  // If the response to this call is lost, nobody knows the id of the upload, and the R2 binding cannot list
  // uploads. R2 aborts such an upload after seven days.
  const upload = await context.files.createMultipartUpload(path)
  // The upload id is stored before the first part is sent, because a Durable Object delays outgoing calls
  // until its writes are durable.
  context.tell({ type: 'opened', key, upload: upload.uploadId })
  return upload
}

async function complete(
  context: AttachmentContext,
  upload: R2MultipartUpload,
  state: MergeEvent,
): Promise<void> {
  const { size, proof, combined } = state
  const object = await withRetry<R2Object>(async () => {
    try {
      return await withTimeout(context.limits.storeMs, () => upload.complete(context.parts.all()))
    } catch (error) {
      // The response to an earlier `complete` may have been lost. In that case the bucket already contains an
      // object of the expected size.
      const existing = await context.files.head(upload.key)
      if (existing && existing.size === size) return existing
      throw error
    }
  })
  if (object.size !== size) throw new Failure('internal', { cause: 'the stored size differs' })
  context.stored({ size: object.size, etag: object.etag, proof: proof!, combined: combined ?? null })
}
