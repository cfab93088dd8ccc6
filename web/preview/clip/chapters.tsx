import { useSay, useTexts } from '../../app/texts.ts'
import { clockText, type Clip } from '#contract/clip.ts'
import css from './clip.module.css'

type Chapter = { start: number; title: string }
type Props = {
  chapters: readonly Chapter[]
  duration: number | null
  isMaking: boolean
  onSeek: (seconds: number) => void
  onSave: (clip: Clip) => void
}

export function Chapters({ chapters, duration, isMaking, onSeek, onSave }: Props) {
  const texts = useTexts('preview').clip
  const say = useSay()
  if (chapters.length === 0) return null
  return (
    <>
      <h3>{texts.chapters}</h3>
      <ol className={css.chapters}>
        {chapters.map(({ start, title }, at) => {
          const end = chapters[at + 1]?.start ?? duration
          return (
            <li key={start}>
              <button type="button" className={css.jump} onClick={() => onSeek(start)}>
                <span className="vh">
                  {say(texts.playFrom, { time: clockText(Math.floor(start)), title })}
                </span>
                <span aria-hidden="true">
                  <time>{clockText(Math.floor(start))}</time> <bdi>{title}</bdi>
                </span>
              </button>
              {end !== null && end > start && (
                <button
                  type="button"
                  className="btn btn-line"
                  aria-disabled={isMaking}
                  onClick={() => !isMaking && onSave({ start, end })}
                >
                  <span aria-hidden="true">{texts.saveChapter}</span>
                  <span className="vh">{say(texts.saveChapterNamed, { title })}</span>
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
