import { useEffect, useRef, useState } from 'react'
import type { Format, VideoInfo } from '#contract/api.ts'
import { chapterClips, type ChapterClip } from '#contract/chapter-clips.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { logFault } from '../../log-fault.ts'
import { Icon } from '../../parts/icon.tsx'
import { choiceOf } from '../format-name.ts'
import { useWarning } from '../result/use-warning.ts'
import css from './clip.module.css'
import type { ChapterProgress } from './save-chapters.ts'

type State =
  | { step: 'idle' }
  | { step: 'saving'; progress: ChapterProgress }
  | { step: 'done'; saved: number; failed: readonly ChapterClip[] }

/** Saves each chapter as a file of its own, in one act. */
export function AllChapters({ info, format }: { info: VideoInfo; format: Format }) {
  const texts = useTexts('files').chapters
  const { cancel } = useTexts('result').run
  const say = useSay()
  const [state, setState] = useState<State>({ step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  useWarning(state.step === 'saving')
  const all = chapterClips(info)
  if (all.length < 2) return null

  const run = async (wanted: readonly ChapterClip[]) => {
    const { signal } = (running.current = new AbortController())
    const { saveChapters } = await import('./save-chapters.ts')
    const onProgress = (progress: ChapterProgress) => {
      if (!signal.aborted) setState({ step: 'saving', progress })
    }
    const failed = await saveChapters(info, wanted, format, { onProgress, signal })
    setState({ step: 'done', saved: wanted.length - failed.length, failed })
  }
  const start = (wanted: readonly ChapterClip[]) => {
    setState({ step: 'saving', progress: { at: wanted[0]!, percent: 0, isWaiting: false } })
    run(wanted).catch((cause: unknown) => {
      if (running.current?.signal.aborted) return
      logFault(cause)
      setState({ step: 'done', saved: 0, failed: wanted })
    })
  }
  const stop = () => {
    running.current?.abort()
    setState({ step: 'idle' })
  }
  const again = state.step === 'done' && state.failed.length > 0 ? state.failed : all
  return (
    <div className={css.row}>
      {state.step === 'saving' ? (
        <button type="button" className="btn btn-line" onClick={stop}>
          <Icon name="close" /> {cancel}
        </button>
      ) : (
        <button type="button" className="btn btn-line" onClick={() => start(again)}>
          <Icon name="save" />
          <span>
            {say(again === all ? texts.save : texts.again, { n: again.length, format: choiceOf(format) })}
          </span>
        </button>
      )}
      <p role="status">{statusOf(state)}</p>
    </div>
  )

  function statusOf(now: State): string {
    if (now.step === 'idle') return texts.asks
    if (now.step === 'done')
      return now.failed.length === 0
        ? say(texts.saved, { n: now.saved })
        : say(texts.lost, { titles: now.failed.map(({ title }) => title).join(', ') })
    const { at, percent, isWaiting } = now.progress
    if (isWaiting) return texts.waiting
    return say(texts.saving, { at: at.number, total: at.total, percent: Math.floor(percent) })
  }
}
