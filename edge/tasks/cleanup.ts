import { mergeId } from '#contract/engine.ts'
import { mergerFor } from '../mergers/client.ts'
import type { Leftover, TaskEvent } from './task.ts'

/** Removes what a task left behind, in order; what fails stays on the list, and with it everything after. */
export async function sweep(
  env: Pick<Env, 'FILES' | 'MERGER_ORIGIN' | 'MERGER' | 'MERGERS'>,
  name: string,
  leftovers: readonly Leftover[],
  tell: (event: TaskEvent) => void,
): Promise<void> {
  for (const leftover of leftovers) {
    try {
      await remove(env as Env, name, leftover)
    } catch (error) {
      console.log(JSON.stringify({ event: 'sweep', kind: leftover.kind, cause: String(error).slice(0, 300) }))
      return
    }
    tell({ type: 'swept', leftover })
  }
}

async function remove(env: Env, name: string, leftover: Leftover): Promise<void> {
  switch (leftover.kind) {
    case 'merge':
      // A merger that does not answer ends the attempt by its lease.
      await mergerFor(env, leftover.merger)(`/merges/${mergeId(name, leftover.id)}`, {
        method: 'DELETE',
      }).catch(() => undefined)
      return
    case 'upload':
      return await env.FILES.resumeMultipartUpload(`${name}/${leftover.key}`, leftover.upload)
        .abort()
        .catch((error: unknown) => {
          if (!isUnknownUpload(error)) throw error
        })
    case 'object':
      return await env.FILES.delete(`${name}/${leftover.key}`)
  }
}

/** R2's numbers for an upload that is completed, aborted or was never there. */
function isUnknownUpload(error: unknown): boolean {
  return /\((10001|10024)\)/.test(String(error))
}
