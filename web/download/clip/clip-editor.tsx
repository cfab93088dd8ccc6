import { useEffect, useId, useRef, useState } from 'react'
import type { Format, VideoInfo } from '#contract/api.ts'
import { chapterClips } from '#contract/chapter-clips.ts'
import { clockText, type Clip } from '#contract/clip.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { problemOf, typedSeconds } from '../../preview/clip/typed-time.ts'
import { AllChapters } from './all-chapters.tsx'
import css from './clip.module.css'
import { Strip, type Side } from './strip.tsx'
import type { ClipControl } from './use-clip.ts'

/** Longer items get a second ruler, which shows this many seconds around the handle that moved last. */
const NEAR_SECONDS = 60

/** The player that the visitor sees, not the one that stands by. */
const player = () =>
  document.querySelector<HTMLVideoElement>('main video:not([inert]), main :not([inert]) > audio')

/** Draws the picture at a time, as soon as the player has it. */
function Frame({ at, share }: { at: number; share: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const media = player()
    if (!(media instanceof HTMLVideoElement)) return
    const draw = () => {
      const { current: board } = canvas
      if (!board || media.videoWidth === 0) return
      board.height = (board.width * media.videoHeight) / media.videoWidth
      board.getContext('2d')?.drawImage(media, 0, 0, board.width, board.height)
    }
    media.addEventListener('seeked', draw)
    media.pause()
    media.currentTime = at
    return () => media.removeEventListener('seeked', draw)
  }, [at])
  return (
    <canvas
      ref={canvas}
      className={css.frame}
      width={160}
      height={1}
      style={{ insetInlineStart: `${share}%` }}
    />
  )
}

/** Times for typing. What is no time stays in its field and changes nothing. */
function Times({
  clip,
  duration,
  onChoose,
}: {
  clip: Clip
  duration: number | null
  onChoose: (clip: Clip) => void
}) {
  const texts = useTexts('watch')
  const id = useId()
  const [typed, setTyped] = useState<Partial<Record<Side, string>>>({})
  const type = (side: Side, text: string) => {
    const seconds = typedSeconds(text)
    const next = { ...clip, [side]: seconds ?? clip[side] }
    const isGood = seconds !== null && problemOf(next.start, next.end, duration) === null
    setTyped({ [side]: text })
    if (isGood) onChoose(next)
  }
  return (['start', 'end'] as const).map((side) => {
    const text = typed[side]
    const isOwn = text !== undefined && typedSeconds(text) === clip[side]
    const isWrong = text !== undefined && !isOwn
    return (
      <label key={side} className={css.time} htmlFor={id + side}>
        {texts[side]}
        <input
          id={id + side}
          inputMode="decimal"
          autoComplete="off"
          value={text ?? clockText(clip[side])}
          aria-invalid={isWrong}
          onChange={({ currentTarget }) => type(side, currentTarget.value)}
          onBlur={() => setTyped({})}
        />
      </label>
    )
  })
}

type EditorProps = {
  info: VideoInfo
  /** What all chapters are saved as. */
  format: Format
  control: ClipControl
}

/** Chooses a part of the item: by two handles on the ruler, by typing, or by a chapter. */
export function ClipEditor({ info, format, control }: EditorProps) {
  const texts = useTexts('watch')
  const say = useSay()
  const { clip, choose } = control
  const { duration = null, chapters = [] } = info
  const [moved, setMoved] = useState<Side | null>(null)
  const [center, setCenter] = useState(clip.start)
  const labels = { start: texts.startHandle, end: texts.endHandle }
  const length = duration ?? clip.end
  const move = (side: Side, next: Clip) => {
    setMoved(side)
    choose(next)
  }
  const at = moved ? clip[moved] : null
  const from = Math.max(0, Math.min(center - NEAR_SECONDS / 2, length - NEAR_SECONDS))
  return (
    <div className={css.editor}>
      {duration !== null && (
        <div className={css.rulers}>
          {at !== null && <Frame at={at} share={(100 * at) / length} />}
          <Strip
            clip={clip}
            from={0}
            to={length}
            duration={length}
            labels={labels}
            marks={chapters}
            onMove={(side, next) => {
              setCenter(next[side])
              move(side, next)
            }}
          />
          {length > NEAR_SECONDS * 1.5 && (
            <>
              <p className={css.near}>{say(texts.minute, { time: clockText(Math.round(center)) })}</p>
              <Strip
                clip={clip}
                from={from}
                to={from + NEAR_SECONDS}
                duration={length}
                labels={labels}
                marks={chapters}
                onMove={move}
              />
            </>
          )}
        </div>
      )}
      <div className={css.row}>
        <Times clip={clip} duration={duration} onChoose={choose} />
        <button type="button" className={css.whole} onClick={() => control.setOpen(false)}>
          {texts.whole}
        </button>
      </div>
      {chapters.length > 0 && (
        <ul className={css.chapters}>
          {chapterClips(info).map(({ start, end, title }) => (
            <li key={start}>
              <button
                type="button"
                aria-pressed={clip.start === start && clip.end === end}
                onClick={() => choose({ start, end })}
              >
                <time>{clockText(Math.floor(start))}</time> <bdi>{title}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <AllChapters info={info} format={format} />
      <p role="alert" className={css.problem}>
        {control.problem}
      </p>
    </div>
  )
}
