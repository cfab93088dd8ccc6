import { bytesPath, mergeId, storedPath, type MergeEvent } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { PULL_LANES } from '#contract/limits.ts'
import type { AttachmentContext } from './attachment-context.ts'
import type { Reach } from '../mergers/client.ts'
import { pullable, watermark, type Part } from './upload-parts.ts'
import { stubbornly, within } from './retry.ts'
import type { Attempt } from './task.ts'

/** A merger answers an acknowledgement at once; one without an answer is repeated. */
const ACKNOWLEDGE_MS = 5_000

/**
 * Pulls parts in a few lanes, always by the newest event, and acknowledges what is stored. The first trouble stops new
 * pulls. The merger holds its source back until stored bytes are acknowledged, so the watermark must reach it even
 * when no part is left to pull.
 */
export function puller(
  context: AttachmentContext,
  attempt: Attempt,
  upload: R2MultipartUpload,
  reach: Reach,
  signal: AbortSignal,
) {
  const id = mergeId(context.name, attempt.id)
  const flying = new Map<number, Promise<void>>()
  let latest: MergeEvent | undefined
  let trouble: Error | undefined
  /** The watermark that the merger confirmed, and the one that the newest call carries. */
  let [confirmed, carried] = [0, 0]
  let acknowledging: Promise<void> | undefined

  const mark = () => (latest ? watermark(latest.from, (number) => context.parts.has(number)) : 0)
  const read = (path: string, until: AbortSignal) =>
    reach(path, { signal: until }).catch((error: unknown) => {
      // Bytes that the merger has already given back exist again only in another attempt.
      if (error instanceof Failure && error.code === 'bad_request')
        throw new Failure('merge_failed', { cause: error })
      throw error
    })
  const pull = async (part: Part) => {
    const { etag } = await stubbornly(
      () =>
        within(context.patience.storeMs, async (late) => {
          const stored = (carried = mark())
          const path = bytesPath(id, part.start, part.end, stored)
          const bytes = await read(path, AbortSignal.any([signal, late]))
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
  /** Tells the watermark by itself. A call that fails is repeated with the next event line. */
  const acknowledge = async (stored: number) => {
    carried = stored
    try {
      await within(ACKNOWLEDGE_MS, async (late) => {
        const answer = await reach(storedPath(id, stored), {
          method: 'POST',
          signal: AbortSignal.any([signal, late]),
        })
        await answer.body?.cancel()
      })
      confirmed = Math.max(confirmed, stored)
      acknowledging = undefined
      fill()
    } catch {
      acknowledging = undefined
      carried = confirmed
    }
  }
  const fill = () => {
    if (!latest || trouble || signal.aborted) return
    for (const part of pullable(latest, (number) => context.parts.has(number) || flying.has(number))) {
      if (flying.size >= PULL_LANES) break
      const flight = pull(part)
        .catch((error: unknown) => {
          trouble ??= error instanceof Error ? error : new Error('a pull failed', { cause: error })
        })
        .finally(() => {
          flying.delete(part.number)
          fill()
        })
      flying.set(part.number, flight)
    }
    if (mark() > carried) acknowledging ??= acknowledge(mark())
  }
  return {
    offer(event: MergeEvent) {
      latest = event
      // A pull that carried the watermark may have been lost on its way.
      carried = confirmed
      fill()
    },
    trouble: () => trouble,
    async settled() {
      while (flying.size > 0) await Promise.race(flying.values())
      await acknowledging
    },
  }
}
