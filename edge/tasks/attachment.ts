import {
  ENGINE_VERSION,
  mergeEventSchema,
  mergeId,
  type MergeEvent,
  type MergeOrder,
} from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { causeText } from '../log.ts'
import type { Reach } from '../mergers/client.ts'
import { lines } from '../mergers/ndjson.ts'
import type { AttachmentContext } from './attachment-context.ts'
import { puller } from './puller.ts'
import { stubbornly, within } from './retry.ts'
import type { Attempt } from './task.ts'
import { objectKey } from './task-machine.ts'

/** A merger answers an order at once, unless its container has to start first. */
const ORDER_MS = 120_000

/**
 * One attachment: begins an attempt if none runs, follows it, and brings its bytes into the bucket while the merge
 * still runs. Whatever goes wrong ends up as an event of the task; a cut simply ends, and the next alarm goes on.
 */
export async function attach(context: AttachmentContext, signal: AbortSignal): Promise<void> {
  try {
    if (!context.task().attempt) await begin(context, signal)
    const { attempt } = context.task()
    if (attempt) await follow(context, attempt, signal)
  } catch (error) {
    const at = Date.now()
    const { attempt } = context.task()
    const code = error instanceof Failure ? error.code : 'internal'
    // A merger that does not answer for a moment still holds the attempt until its lease ends.
    const isAway = code === 'merger_down' && attempt && !isStalled(context, attempt, at)
    if (signal.aborted || isAway) context.tell({ type: 'detached', at })
    else context.tell({ type: 'lost', code: code === 'not_found' ? 'merger_down' : code, at })
    if (!signal.aborted)
      console.log(
        JSON.stringify({
          event: 'attachment',
          code,
          cause: causeText((error instanceof Error && error.cause) || error),
        }),
      )
  }
}

async function begin(context: AttachmentContext, signal: AbortSignal): Promise<void> {
  const order: MergeOrder = {
    v: ENGINE_VERSION,
    task: context.name,
    attempt: context.task().attempts + 1,
    plan: context.task().plan,
  }
  let down: Failure | undefined
  let full = false
  for (const merger of context.mergers()) {
    try {
      await place(context.reach(merger), order, signal)
      return context.tell({ type: 'accepted', merger, at: Date.now() })
    } catch (error) {
      if (!(error instanceof Failure) || (error.code !== 'busy' && error.code !== 'merger_down')) throw error
      if (error.code === 'busy') full = true
      else down = error
    }
  }
  if (!full && down) throw down
  context.tell({ type: 'refused', at: Date.now() })
}

/** Gives a merger the order. Throws `merger_down` when it does not answer in time. */
async function place(reach: Reach, order: MergeOrder, signal: AbortSignal): Promise<void> {
  const send = async (late: AbortSignal) => {
    const answer = await reach('/merges', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
      signal: AbortSignal.any([signal, late]),
    })
    await answer.body?.cancel()
  }
  await within(ORDER_MS, send).catch((cause: unknown) => {
    if (signal.aborted || cause instanceof Failure) throw cause
    throw new Failure('merger_down', { cause })
  })
}

async function follow(context: AttachmentContext, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const upload = await uploadOf(context, attempt)
  const reach = context.reach(attempt.merger)
  const watch = watchProgress(context, signal)
  const pulls = puller(context, attempt, upload, reach, watch.signal)
  let whole: MergeEvent | undefined
  try {
    const path = `/merges/${mergeId(context.name, attempt.id)}/events`
    const events = await reach(path, { signal: watch.signal })
    for await (const event of lines(events.body!, mergeEventSchema)) {
      context.tell({ type: 'progressed', event, at: Date.now() })
      if (event.failed) throw new Failure(event.failed.code, { cause: event.failed.detail })
      pulls.offer(event)
      if (pulls.trouble()) break
      if (event.size !== undefined && event.proof) {
        whole = event
        break
      }
    }
  } catch (error) {
    throw watch.stall() ?? error
  } finally {
    // Nothing of this attachment may go on once it is over: one writer an upload.
    await pulls.settled()
    watch.end()
  }
  const trouble = watch.stall() ?? pulls.trouble()
  if (trouble) throw trouble
  if (whole) await complete(context, upload, whole)
  else context.tell({ type: 'detached', at: Date.now() })
}

const isStalled = (context: AttachmentContext, attempt: Attempt, at: number) =>
  at >= attempt.movedAt + context.patience.stallMs

/** Ends the attachment when its attempt makes no progress, whatever the merger goes on telling. */
function watchProgress(context: AttachmentContext, signal: AbortSignal) {
  const stop = new AbortController()
  let stall: Failure | undefined
  const timer = setInterval(() => {
    const { attempt } = context.task()
    if (!attempt || !isStalled(context, attempt, Date.now())) return
    const cause = `no bytes, no part and no new stage for ${context.patience.stallMs} ms`
    stall ??= new Failure('internal', { cause })
    stop.abort(stall)
  }, context.patience.stallMs / 10)
  return {
    /** Aborted when the attachment ends or the attempt stalls. */
    signal: AbortSignal.any([signal, stop.signal]),
    stall: () => stall,
    end: () => clearInterval(timer),
  }
}

async function uploadOf(context: AttachmentContext, attempt: Attempt): Promise<R2MultipartUpload> {
  const key = `${context.name}/${objectKey(context.task())}`
  if (attempt.upload !== null) return context.files.resumeMultipartUpload(key, attempt.upload)
  // If this answer is lost nobody knows the upload, and a binding cannot list any: R2 drops it by itself after seven days.
  const upload = await context.files.createMultipartUpload(key)
  // Stored before the first part leaves: an object's outgoing calls wait until its writes are durable.
  context.tell({ type: 'opened', upload: upload.uploadId })
  return upload
}

async function complete(
  context: AttachmentContext,
  upload: R2MultipartUpload,
  event: MergeEvent,
): Promise<void> {
  const { size, proof, combined } = event
  const object = await stubbornly<R2Object>(async () => {
    try {
      return await within(context.patience.storeMs, () => upload.complete(context.parts.all()))
    } catch (error) {
      // The answer of an earlier complete may have been lost: then the object is there, and whole.
      const there = await context.files.head(upload.key)
      if (there && there.size === size) return there
      throw error
    }
  })
  if (object.size !== size) throw new Failure('internal', { cause: 'the stored size differs' })
  context.stored({ size: object.size, etag: object.etag, proof: proof!, combined: combined ?? null })
}
