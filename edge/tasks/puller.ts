import { bytesPath, mergeId, storedPath, type MergeEvent } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import type { MergerClient } from '../mergers/client.ts'
import { withRetry, withTimeout } from '../retry.ts'
import type { AttachmentContext } from './attachment-context.ts'
import type { Attempt } from './task.ts'
import { pullable, watermark, type UploadPart } from './upload-parts.ts'

/** Parts pulled at once; a Durable Object has six connections that wait for headers. */
export const PULL_LANES = 3

/** A merger answers an acknowledgement at once. One without an answer is repeated. */
const ACKNOWLEDGE_MS = 5_000

/**
 * Pulls the parts that are final and stores them in the bucket, at most PULL_LANES at once, and acknowledges
 * what is stored. The first error stops new pulls. A merger pauses its sources until stored bytes are
 * acknowledged, so the watermark must reach it even when there is no part left to pull.
 */
export function puller(
  context: AttachmentContext,
  attempt: Attempt,
  upload: R2MultipartUpload,
  client: MergerClient,
  signal: AbortSignal,
) {
  const id = mergeId(context.name, attempt.id)
  /** Running pulls by part number. */
  const pulls = new Map<number, Promise<void>>()
  let latest: MergeEvent | undefined
  let firstError: Error | undefined
  /** The highest watermark that the merger has confirmed. */
  let confirmed = 0
  /** The watermark of the newest call. */
  let sent = 0
  let acknowledging: Promise<void> | undefined

  const currentWatermark = () => (latest ? watermark(latest.from, (number) => context.parts.has(number)) : 0)
  const read = (path: string, until: AbortSignal) =>
    client(path, { signal: until }).catch((error: unknown) => {
      // The merger has already freed these bytes, so only a new attempt has them again.
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
          if (Number(bytes.headers.get('content-length')) !== part.end - part.start)
            throw new Failure('merge_failed', { cause: `part ${part.number} has another length` })
          return await upload.uploadPart(part.number, bytes.body!)
        }),
      signal,
    )
    context.parts.put(part.number, etag)
    context.tell({ type: 'part-stored', at: Date.now() })
  }
  /** Sends the watermark without a pull. A call that fails is repeated with the next line of the merger. */
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
      // Not an error of the attempt: the merger only waits longer.
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
    /** Starts the pulls that a new state of the merge allows. */
    offer(state: MergeEvent) {
      latest = state
      // A pull that carried the watermark may have been lost, so it is sent again.
      sent = confirmed
      fill()
    },
    /** The error of the first pull that failed. */
    error: () => firstError,
    /** Resolves when no pull and no acknowledgement runs any more. */
    async settled() {
      while (pulls.size > 0) await Promise.race(pulls.values())
      await acknowledging
    },
  }
}
