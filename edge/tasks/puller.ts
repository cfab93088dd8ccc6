import { bytesPath, mergeId, storedPath, type MergeEvent } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { drop } from '../drop-body.ts'
import type { MergerClient } from '../mergers/client.ts'
import { withRetry, withTimeout } from '../retry.ts'
import type { AttachmentContext } from './attachment-context.ts'
import type { Attempt } from './task.ts'
import { pullable, watermark, type UploadPart } from './upload-parts.ts'
import { WatermarkReport } from './watermark-report.ts'

/** A Durable Object can have at most six connections that wait for response headers. */
export const MAX_PULLS = 3

/** Deadline of a call that only reports the watermark to the merger. */
const ACKNOWLEDGE_MS = 5_000

export function puller(
  context: AttachmentContext,
  attempt: Attempt,
  upload: R2MultipartUpload,
  client: MergerClient,
  signal: AbortSignal,
) {
  const id = mergeId(context.name, attempt.id)
  const pulls = new Map<number, Promise<void>>()
  let latest: MergeEvent | undefined
  let firstError: Error | undefined
  const report = new WatermarkReport((stored) =>
    withTimeout(ACKNOWLEDGE_MS, async (timeout) => {
      const until = AbortSignal.any([signal, timeout])
      const answer = await client(storedPath(id, stored), { method: 'POST', signal: until })
      drop(answer.body)
    }),
  )

  const currentWatermark = () => (latest ? watermark(latest.from, (number) => context.parts.has(number)) : 0)
  const pull = async (part: UploadPart) => {
    const { etag } = await withRetry(
      () =>
        withTimeout(context.limits.storeMs, async (timeout) => {
          const stored = currentWatermark()
          report.carry(stored)
          const path = bytesPath(id, part.start, part.end, stored)
          const bytes = await bytesAt(client, path, AbortSignal.any([signal, timeout]))
          report.confirm(stored)
          const length = part.end - part.start
          if (Number(bytes.headers.get('content-length')) !== length)
            throw new Failure('merge_failed', { cause: `part ${part.number} has another length` })
          // R2 refuses a stream of unknown length, and a response from another Durable Object can lose its
          // length. FixedLengthStream restores the length.
          return await upload.uploadPart(part.number, bytes.body!.pipeThrough(new FixedLengthStream(length)))
        }),
      { signal, retryMs: context.limits.retryMs },
    )
    context.parts.put(part.number, etag)
    context.tell({ type: 'part-stored', at: Date.now() })
  }
  const fill = () => {
    if (!latest || firstError || signal.aborted) return
    for (const part of pullable(latest, (number) => context.parts.has(number) || pulls.has(number))) {
      if (pulls.size >= MAX_PULLS) break
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
    report.rise(currentWatermark(), fill)
  }
  return {
    offer(state: MergeEvent) {
      latest = state
      report.renew()
      fill()
    },
    error: () => firstError,
    async settled() {
      while (pulls.size > 0) await Promise.race(pulls.values())
      await report.settled()
    },
  }
}

const bytesAt = (client: MergerClient, path: string, signal: AbortSignal) =>
  client(path, { signal }).catch((error: unknown) => {
    // `bad_request` means that the merger no longer has these bytes on disk. Only a new attempt can make them
    // again.
    if (error instanceof Failure && error.code === 'bad_request')
      throw new Failure('merge_failed', { cause: error })
    throw error
  })
