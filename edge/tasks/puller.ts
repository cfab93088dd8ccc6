import { bytesPath, mergeId, storedPath, type MergeEvent } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import type { MergerClient } from '../mergers/client.ts'
import { withRetry, withTimeout } from '../retry.ts'
import type { AttachmentContext } from './attachment-context.ts'
import type { Attempt } from './task.ts'
import { pullable, watermark, type UploadPart } from './upload-parts.ts'

/**
 * Number of parts that are pulled at the same time. A Durable Object can have at most six connections that
 * wait for headers.
 */
export const PULL_LANES = 3

/**
 * Deadline of an acknowledgement. A merger responds at once; an acknowledgement without a response is
 * repeated.
 */
const ACKNOWLEDGE_MS = 5_000

/**
 * Pulls the parts whose bytes do not change any more, stores them in the bucket, and acknowledges the stored
 * bytes. At most PULL_LANES pulls run at the same time. The first error stops new pulls. A merger pauses its
 * sources until stored bytes are acknowledged, so the puller sends the watermark even if no part is left to
 * pull.
 */
export function puller(
  context: AttachmentContext,
  attempt: Attempt,
  upload: R2MultipartUpload,
  client: MergerClient,
  signal: AbortSignal,
) {
  const id = mergeId(context.name, attempt.id)
  /** The running pulls by part number. */
  const pulls = new Map<number, Promise<void>>()
  let latest: MergeEvent | undefined
  let firstError: Error | undefined
  /** The highest watermark that the merger has confirmed. */
  let confirmed = 0
  /** The watermark in the newest call to the merger. */
  let sent = 0
  let acknowledging: Promise<void> | undefined

  const currentWatermark = () => (latest ? watermark(latest.from, (number) => context.parts.has(number)) : 0)
  const read = (path: string, until: AbortSignal) =>
    client(path, { signal: until }).catch((error: unknown) => {
      // The merger has already freed the disk space of these bytes, so only a new attempt can produce them
      // again.
      if (error instanceof Failure && error.code === 'bad_request')
        throw new Failure('merge_failed', { cause: error })
      throw error
    })
  const pull = async (part: UploadPart) => {
    const { etag } = await withRetry(
      () =>
        withTimeout(context.limits.storeMs, async (timeout) => {
          const stored = (sent = currentWatermark())
          const path = bytesPath(id, part.start, part.end, stored)
          const bytes = await read(path, AbortSignal.any([signal, timeout]))
          confirmed = Math.max(confirmed, stored)
          const length = part.end - part.start
          if (Number(bytes.headers.get('content-length')) !== length)
            throw new Failure('merge_failed', { cause: `part ${part.number} has another length` })
          // R2 refuses a stream of unknown length, and a body can lose its length between two Durable
          // Objects. So the stream gets its length again.
          return await upload.uploadPart(part.number, bytes.body!.pipeThrough(new FixedLengthStream(length)))
        }),
      signal,
    )
    context.parts.put(part.number, etag)
    context.tell({ type: 'part-stored', at: Date.now() })
  }
  /** Sends the watermark without a pull. A failed call is repeated when the merger sends its next line. */
  const acknowledge = async (stored: number) => {
    sent = stored
    try {
      await withTimeout(ACKNOWLEDGE_MS, async (timeout) => {
        const answer = await client(storedPath(id, stored), {
          method: 'POST',
          signal: AbortSignal.any([signal, timeout]),
        })
        await answer.body?.cancel()
      })
      confirmed = Math.max(confirmed, stored)
      acknowledging = undefined
      fill()
    } catch {
      // A failed acknowledgement does not fail the attempt: the merger only pauses its sources longer.
      acknowledging = undefined
      sent = confirmed
    }
  }
  const fill = () => {
    if (!latest || firstError || signal.aborted) return
    for (const part of pullable(latest, (number) => context.parts.has(number) || pulls.has(number))) {
      if (pulls.size >= PULL_LANES) break
      const running = pull(part)
        .catch((error: unknown) => {
          firstError ??= error instanceof Error ? error : new Error('a pull failed', { cause: error })
        })
        .finally(() => {
          pulls.delete(part.number)
          fill()
        })
      pulls.set(part.number, running)
    }
    if (currentWatermark() > sent) acknowledging ??= acknowledge(currentWatermark())
  }
  return {
    /** Takes a new state of the merge and starts the pulls that this state allows. */
    offer(state: MergeEvent) {
      latest = state
      // The pull that carried the newest watermark may have been lost, so the watermark is sent again.
      sent = confirmed
      fill()
    },
    /** Returns the error of the first failed pull. */
    error: () => firstError,
    /** Resolves when no pull and no acknowledgement runs any more. */
    async settled() {
      while (pulls.size > 0) await Promise.race(pulls.values())
      await acknowledging
    },
  }
}
