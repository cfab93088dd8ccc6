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
  if (chapters.length === 0) return null
  return (
    <>
      <h3>Chapters</h3>
      <ol className={css.chapters}>
        {chapters.map(({ start, title }, at) => {
          const end = chapters[at + 1]?.start ?? duration
          return (
            <li key={start}>
              <button type="button" className={css.jump} onClick={() => onSeek(start)}>
                <span className="vh">Play from </span>
                <time>{clockText(Math.floor(start))}</time> <bdi>{title}</bdi>
              </button>
              {end !== null && end > start && (
                <button
                  type="button"
                  className="btn btn-line"
                  aria-disabled={isMaking}
                  onClick={() => !isMaking && onSave({ start, end })}
                >
                  Save<span className="vh"> this chapter: {title}</span>
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
