import { setTimeout as sleep } from 'node:timers/promises'
import { mergeStatusSchema, startMergeAnswerSchema, type Format } from '../../contract/api.ts'
import { paths } from '../../contract/paths.ts'

const DELETE_MS = 30_000

/** Makes the file of a format, gives its address to `use`, and deletes it. A sentence: why there is none. */
export async function withFile(
  { url }: Format,
  origin: string,
  ms: number,
  use: (address: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(ms)
  const started = await fetch(origin + url, { signal })
  if (!started.ok) return `the merge answers ${started.status}`
  const { task_id: id } = startMergeAnswerSchema.parse(await started.json())
  try {
    for (;;) {
      const answer = await fetch(origin + paths.status + id, { signal })
      const { status, code } = mergeStatusSchema.parse(await answer.json())
      if (status === 'failed') return `the merge failed with ${code}`
      if (status === 'completed') return await use(origin + paths.file + id)
      await sleep(1_000, undefined, { signal })
    }
  } finally {
    await fetch(origin + paths.task + id, { method: 'DELETE', signal: AbortSignal.timeout(DELETE_MS) })
  }
}
