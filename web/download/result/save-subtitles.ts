import type { VideoInfo } from '#contract/api.ts'
import { Failure, failureRow } from '#contract/failure.ts'
import { safeFileName } from '#contract/filename.ts'
import { logFault } from '../../log-fault.ts'
import { patient, type Patience } from '../../tray/patience.ts'
import { heldZips } from '../../tray/save-files.ts'

type Subtitle = NonNullable<VideoInfo['subtitles']>[number]
export type SubtitleProgress = { done: number; isWaiting: boolean }

const FORM = 'srt'

/**
 * Saves each language as SRT, together in one archive. Rejects only if `signal` is aborted.
 * @returns those that could not be read
 */
export async function saveSubtitles(
  { title, subtitles = [] }: VideoInfo,
  onProgress: (progress: SubtitleProgress) => void,
  signal: AbortSignal,
): Promise<Subtitle[]> {
  const zip = heldZips(
    () => safeFileName(`${title} (${FORM})`, 'zip'),
    () => undefined,
  )
  const failed: Subtitle[] = []
  for (const [done, one] of subtitles.entries()) {
    onProgress({ done, isWaiting: false })
    const patience = patient((isWaiting) => onProgress({ done, isWaiting }))
    try {
      const body = await textOf(one, patience, signal)
      const name = safeFileName(`${title} (${one.language}${one.automatic ? ', auto' : ''}).${FORM}`, FORM)
      await zip.add({ body }, { own: name, inZip: name })
    } catch (cause) {
      signal.throwIfAborted()
      logFault(cause)
      failed.push(one)
    }
  }
  await zip.end()
  return failed
}

async function textOf({ url }: Subtitle, patience: Patience, signal: AbortSignal): Promise<Blob> {
  const ask = async () => {
    const answer = await fetch(`${url}&as=${FORM}`, { signal })
    const code = answer.status === failureRow('rate_limited').status ? 'rate_limited' : 'source_failed'
    if (!answer.ok) throw new Failure(code, { cause: `status ${answer.status}` })
    return await answer.blob()
  }
  return await patience(ask, signal)
}
