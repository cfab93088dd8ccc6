import {
  bytesPath,
  ENGINE_VERSION,
  mergeEventSchema,
  mergeId,
  type MergeEvent,
  type MergeOrder,
} from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { PULL_LANES } from '#contract/limits.ts'
import { causeText } from '../log.ts'
import { lines } from '../mergers/ndjson.ts'
import type { Reach } from '../mergers/client.ts'
import { pullable, watermark, type Part } from './upload-parts.ts'
import { stubbornly, within } from './retry.ts'
import type { Attempt, Task, TaskEvent } from './task.ts'
import { objectKey } from './task-machine.ts'

/** What an attachment works with: the task and its storage, the mergers, and the bucket. */
export type Desk = {
  /** The task's name at the mergers, and its prefix in the bucket. */
  name: string
  task(): Task
  tell(event: TaskEvent): void
  /** The file is whole and in the bucket. */
  stored(file: Stored): void
  /** ETags of the parts of the running attempt, by number. */
  parts: { has(number: number): boolean; put(number: number, etag: string): void; all(): R2UploadedPart[] }
  /** Mergers in the order to try. */
  mergers(): string[]
  reach(merger: string): Reach
  files: Pick<R2Bucket, 'createMultipartUpload' | 'resumeMultipartUpload' | 'head'>
  patience: Patience
}

/** How long, in milliseconds: one attachment, one call of the bucket, and a merger that says nothing. */
export type Patience = { attachmentMs: number; storeMs: number; leaseMs: number }

export type Stored = Pick<NonNullable<Task['file']>, 'size' | 'etag' | 'proof' | 'combined'>

/**
 * One attachment: begins an attempt if none runs, follows it, and brings its bytes into the bucket while the merge
 * still runs. Whatever goes wrong ends up as an event of the task; a cut simply ends, and the next alarm goes on.
 */
export async function attach(desk: Desk, signal: AbortSignal): Promise<void> {
  try {
    if (!desk.task().attempt) await begin(desk, signal)
    const { attempt } = desk.task()
    if (attempt) await follow(desk, attempt, signal)
  } catch (error) {
    const at = Date.now()
    const heardAt = desk.task().attempt?.heardAt
    const code = error instanceof Failure ? error.code : 'internal'
    const away =
      signal.aborted ||
      (code === 'merger_down' && heardAt !== undefined && at < heardAt + desk.patience.leaseMs)
    // A merger that does not answer for a moment still holds the attempt until its lease ends.
    if (away) desk.tell({ type: 'detached', at })
    else desk.tell({ type: 'lost', code: code === 'not_found' ? 'merger_down' : code, at })
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

async function begin(desk: Desk, signal: AbortSignal): Promise<void> {
  const order: MergeOrder = {
    v: ENGINE_VERSION,
    task: desk.name,
    attempt: desk.task().attempts + 1,
    plan: desk.task().plan,
  }
  let down: Failure | undefined
  let full = false
  for (const merger of desk.mergers()) {
    try {
      const answer = await desk.reach(merger)('/merges', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
        signal,
      })
      await answer.body?.cancel()
      return desk.tell({ type: 'accepted', merger, at: Date.now() })
    } catch (error) {
      if (!(error instanceof Failure) || (error.code !== 'busy' && error.code !== 'merger_down')) throw error
      if (error.code === 'busy') full = true
      else down = error
    }
  }
  if (!full && down) throw down
  desk.tell({ type: 'refused', at: Date.now() })
}

async function follow(desk: Desk, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const upload = await uploadOf(desk, attempt)
  const reach = desk.reach(attempt.merger)
  const events = await reach(`/merges/${mergeId(desk.name, attempt.id)}/events`, { signal })
  const pulls = puller(desk, attempt, upload, reach, signal)
  let whole: MergeEvent | undefined
  try {
    for await (const event of lines(events.body!, mergeEventSchema)) {
      desk.tell({ type: 'progressed', event, at: Date.now() })
      if (event.failed) throw new Failure(event.failed.code, undefined, { cause: event.failed.detail })
      pulls.offer(event)
      if (pulls.trouble() !== undefined) break
      if (event.size !== undefined && event.proof) {
        whole = event
        break
      }
    }
  } finally {
    // Nothing of this attachment may go on once it is over: one writer an upload.
    await pulls.settled()
  }
  if (pulls.trouble() !== undefined) throw pulls.trouble()
  if (whole) await complete(desk, upload, whole)
  else desk.tell({ type: 'detached', at: Date.now() })
}

async function uploadOf(desk: Desk, attempt: Attempt): Promise<R2MultipartUpload> {
  const key = `${desk.name}/${objectKey(desk.task())}`
  if (attempt.upload !== null) return desk.files.resumeMultipartUpload(key, attempt.upload)
  // If this answer is lost nobody knows the upload, and a binding cannot list any: R2 drops it by itself after seven days.
  const upload = await desk.files.createMultipartUpload(key)
  // Stored before the first part leaves: an object's outgoing calls wait until its writes are durable.
  desk.tell({ type: 'opened', upload: upload.uploadId })
  return upload
}

/** Pulls parts in a few lanes, always by the newest event; the first trouble stops new pulls. */
function puller(desk: Desk, attempt: Attempt, upload: R2MultipartUpload, reach: Reach, signal: AbortSignal) {
  const flying = new Map<number, Promise<void>>()
  let latest: MergeEvent | undefined
  let trouble: unknown

  const read = (path: string, until: AbortSignal) =>
    reach(path, { signal: until }).catch((error: unknown) => {
      // What the merger has given back by mistake, only another attempt can make again.
      if (error instanceof Failure && error.code === 'bad_request')
        throw new Failure('merge_failed', undefined, { cause: error })
      throw error
    })
  const pull = async (part: Part, from: number) => {
    const stored = watermark(from, (number) => desk.parts.has(number))
    const path = bytesPath(mergeId(desk.name, attempt.id), part.start, part.end, stored)
    const { etag } = await stubbornly(
      () =>
        within(desk.patience.storeMs, async (late) => {
          const bytes = await read(path, AbortSignal.any([signal, late]))
          if (Number(bytes.headers.get('content-length')) !== part.end - part.start)
            throw new Failure('merge_failed', undefined, { cause: `part ${part.number} has another length` })
          return await upload.uploadPart(part.number, bytes.body!)
        }),
      signal,
    )
    desk.parts.put(part.number, etag)
    desk.tell({ type: 'heard', at: Date.now() })
  }
  const fill = () => {
    if (!latest || trouble !== undefined || signal.aborted) return
    const { from } = latest
    for (const part of pullable(latest, (number) => desk.parts.has(number) || flying.has(number))) {
      if (flying.size >= PULL_LANES) return
      const flight = pull(part, from)
        .catch((error: unknown) => {
          trouble ??= error
        })
        .finally(() => {
          flying.delete(part.number)
          fill()
        })
      flying.set(part.number, flight)
    }
  }
  return {
    offer(event: MergeEvent) {
      latest = event
      fill()
    },
    trouble: () => trouble,
    async settled() {
      while (flying.size > 0) await Promise.race(flying.values())
    },
  }
}

async function complete(desk: Desk, upload: R2MultipartUpload, event: MergeEvent): Promise<void> {
  const { size, proof, combined } = event
  const object = await stubbornly<R2Object>(async () => {
    try {
      return await within(desk.patience.storeMs, () => upload.complete(desk.parts.all()))
    } catch (error) {
      // The answer of an earlier complete may have been lost: then the object is there, and whole.
      const there = await desk.files.head(upload.key)
      if (there && there.size === size) return there
      throw error
    }
  })
  if (object.size !== size) throw new Failure('internal', undefined, { cause: 'the stored size differs' })
  desk.stored({ size: object.size, etag: object.etag, proof: proof!, combined: combined ?? null })
}
