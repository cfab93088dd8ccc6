import { causeText } from '#contract/cause-text.ts'
import { mergeId } from '#contract/engine/merge.ts'
import { log } from '../log.ts'
import { mergerFor } from '../mergers/client.ts'
import type { MergerSettings } from '../mergers/locations.ts'
import { withTimeout } from '../retry.ts'
import type { CleanupItem, TaskEvent } from './task.ts'

/** Deadline of the call that ends a merge. A running merger responds at once. */
const END_MS = 5_000
/** Without it, a call without an answer would block the task's alarm. */
const BUCKET_MS = 40_000

type CleanupSettings = MergerSettings & Pick<Env, 'FILES'>

/** If an item cannot be removed, it stays on the list, and so do all items after it. */
export async function cleanUp(
  env: CleanupSettings,
  name: string,
  pendingCleanup: readonly CleanupItem[],
  tell: (event: TaskEvent) => void,
): Promise<void> {
  for (const item of pendingCleanup) {
    try {
      await remove(env, name, item)
    } catch (error) {
      log('cleanup', { kind: item.kind, cause: causeText(error) })
      return
    }
    tell({ type: 'cleaned-up', item })
  }
}

async function remove(env: CleanupSettings, name: string, item: CleanupItem): Promise<void> {
  switch (item.kind) {
    case 'merge':
      // If the call fails, the error is ignored: the merger ends the attempt itself if it gets no call for
      // LEASE_MS.
      await withTimeout(END_MS, (signal) =>
        mergerFor(env, item.merger)(`/merges/${mergeId(name, item.id)}`, { method: 'DELETE', signal }),
      ).catch(() => undefined)
      return
    case 'upload':
      return await withTimeout(BUCKET_MS, () =>
        env.FILES.resumeMultipartUpload(`${name}/${item.key}`, item.upload).abort(),
      ).catch((error: unknown) => {
        if (!isUnknownUpload(error)) throw error
      })
    case 'object':
      return await withTimeout(BUCKET_MS, () => env.FILES.delete(`${name}/${item.key}`))
  }
}

/**
 * Returns whether R2 reports that an upload does not exist (NoSuchUpload, error 10024). Any other error can
 * be temporary, for example the internal error 10001.
 */
function isUnknownUpload(error: unknown): boolean {
  return /\(10024\)/.test(String(error))
}
