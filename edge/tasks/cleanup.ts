import { causeText } from '#contract/cause-text.ts'
import { mergeId } from '#contract/engine/merge.ts'
import { log } from '../log.ts'
import { mergerFor } from '../mergers/client.ts'
import type { MergerSettings } from '../mergers/places.ts'
import type { CleanupItem, TaskEvent } from './task.ts'

type CleanupSettings = MergerSettings & Pick<Env, 'FILES'>

/**
 * Removes the items of a task's cleanup list in order and reports each removal to the task. If an item cannot
 * be removed, it stays on the list together with all items after it.
 */
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
      // If the merger does not respond, the end of the lease ends the attempt.
      await mergerFor(env, item.merger)(`/merges/${mergeId(name, item.id)}`, {
        method: 'DELETE',
      }).catch(() => undefined)
      return
    case 'upload':
      return await env.FILES.resumeMultipartUpload(`${name}/${item.key}`, item.upload)
        .abort()
        .catch((error: unknown) => {
          if (!isUnknownUpload(error)) throw error
        })
    case 'object':
      return await env.FILES.delete(`${name}/${item.key}`)
  }
}

/**
 * Returns whether this is R2's error for an upload that was completed, was aborted or never existed
 * (NoSuchUpload, 10024). R2's internal error, 10001, is temporary: with it the item stays on the list.
 */
function isUnknownUpload(error: unknown): boolean {
  return /\(10024\)/.test(String(error))
}
