import { setTimeout as sleep } from 'node:timers/promises'
import {
  errorSchema,
  mergeStatusSchema,
  startMergeAnswerSchema,
  videoInfoSchema,
  type Format,
  type VideoInfo,
} from '../../contract/api.ts'
import { paths } from '../../contract/paths.ts'

const PASTE_MS = 120_000
const DELETE_MS = 30_000

/** The facts of a link, or the code of its failure. */
export async function paste(origin: string, link: string, item?: number): Promise<VideoInfo | string> {
  const answer = await fetch(origin + paths.downloadVideo, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tweet_url: link, item }),
    signal: AbortSignal.timeout(PASTE_MS),
  })
  const body = await answer.json()
  return answer.ok ? videoInfoSchema.parse(body) : errorSchema.parse(body).code
}

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
