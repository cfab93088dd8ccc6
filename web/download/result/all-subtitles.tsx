import { useEffect, useRef, useState } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { logFault } from '../../log-fault.ts'
import { Icon } from '../../parts/icon.tsx'
import css from './more.module.css'
import type { SubtitleProgress } from './save-subtitles.ts'

/** Saves the subtitles of all languages in one act. */
export function AllSubtitles({ info }: { info: VideoInfo }) {
  const texts = useTexts('files').subtitles
  const { waiting } = useTexts('files').chapters
  const say = useSay()
  const [progress, setProgress] = useState<SubtitleProgress | null>(null)
  const [lost, setLost] = useState<readonly string[]>([])
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const total = info.subtitles?.length ?? 0
  if (total < 2) return null

  const run = async (signal: AbortSignal) => {
    const { saveSubtitles } = await import('./save-subtitles.ts')
    const failed = await saveSubtitles(info, setProgress, signal)
    setLost(failed.map(({ label }) => label))
    setProgress(null)
  }
  const start = () => {
    if (progress) return
    setProgress({ done: 0, isWaiting: false })
    setLost([])
    const { signal } = (running.current = new AbortController())
    run(signal).catch((cause: unknown) => {
      if (signal.aborted) return
      logFault(cause)
      setLost([texts.all])
      setProgress(null)
    })
  }
  const now = progress && (progress.isWaiting ? waiting : say(texts.saving, { done: progress.done, total }))
  return (
    <p className={css.embed}>
      <button type="button" className="btn btn-line" aria-disabled={progress !== null} onClick={start}>
        <Icon name="save" /> {texts.all}
      </button>
      <span role="status">{now ?? (lost.length > 0 && say(texts.lost, { names: lost.join(', ') }))}</span>
    </p>
  )
}
