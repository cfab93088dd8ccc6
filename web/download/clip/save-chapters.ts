import type { Format, VideoInfo } from '#contract/api.ts'
import type { ChapterClip } from '#contract/chapter-clips.ts'
import { clipText } from '#contract/clip.ts'
import { Failure } from '#contract/failure.ts'
import { shortName } from '#contract/filename.ts'
import { endTask, extract, startMerge } from '../../api.ts'
import { logFault } from '../../log-fault.ts'
import { filePath } from '../../preview/file-path.ts'
import { ticketOf } from '../../preview/link.ts'
import { followTask } from '../../preview/watch.ts'
import { patient, type Patience } from '../../tray/patience.ts'
import { press } from '../../tray/save-files.ts'

export type ChapterProgress = { at: ChapterClip; percent: number; isWaiting: boolean }

type Calls = { onProgress: (progress: ChapterProgress) => void; signal: AbortSignal }

/**
 * Makes the chapters one after another. The browser saves each from its address when it is made, so the page
 * holds none of them. Rejects only if `signal` is aborted.
 * @returns those that could not be made
 */
export async function saveChapters(
  info: VideoInfo,
  chapters: readonly ChapterClip[],
  format: Format,
  { onProgress, signal }: Calls,
): Promise<ChapterClip[]> {
  const failed: ChapterClip[] = []
  for (const at of chapters) {
    const tell = (percent: number, isWaiting = false) => onProgress({ at, percent, isWaiting })
    tell(0)
    try {
      await saveOne(info, at, format, { tell, patience: patient((isWaiting) => tell(0, isWaiting)), signal })
    } catch (cause) {
      signal.throwIfAborted()
      logFault(cause)
      failed.push(at)
    }
  }
  return failed
}

type Making = { tell: (percent: number) => void; patience: Patience; signal: AbortSignal }

async function saveOne(
  info: VideoInfo,
  chapter: ChapterClip,
  { key }: Format,
  { tell, patience, signal }: Making,
): Promise<void> {
  const { start, end } = chapter
  const ask = () =>
    extract(
      {
        tweet_url: info.source_url,
        clip: { start, end },
        item: info.part?.index,
        subtitles: info.with_subtitles ?? undefined,
      },
      signal,
    )
  const { formats } = await patience(ask, signal)
  const format = formats.find((one) => one.key === `${key}@${clipText(chapter)}`)
  const ticket = format && ticketOf(format.url, location.origin)
  if (!ticket) throw new Failure('format_gone')
  const taskId = await patience(() => startMerge(ticket, signal), signal)
  const ended = await followTask(taskId, ({ percent }) => tell(percent), signal).catch((cause: unknown) => {
    endTask(taskId).catch(logFault)
    throw cause
  })
  if (ended.type !== 'made') throw new Error('the chapter was not made', { cause: ended })
  const name = nameOf(info, chapter, format.ext)
  press(`${filePath(taskId)}?download=1&filename=${encodeURIComponent(name)}`, name)
}

/** Numbers of one width stand in their order in every list of files. */
function nameOf({ title }: VideoInfo, chapter: ChapterClip, ext: string): string {
  const number = String(chapter.number).padStart(String(chapter.total).length, '0')
  return shortName({ title: `${number} ${chapter.title} - ${title}`, ext })
}
