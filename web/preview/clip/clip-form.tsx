import { useSay, useTexts } from '../../app/texts.ts'
import { useId, useState, type CSSProperties, type SubmitEvent } from 'react'
import { clockText, type Clip } from '#contract/clip.ts'
import css from './clip.module.css'
import { problemOf, typedSeconds } from './typed-time.ts'

const FIRST_SECONDS = 10

type Props = {
  /** Seconds; null = unknown. */
  duration: number | null
  /** The times in the link that the visitor has pasted, such as "90-" or "90-120". */
  asked: string | null | undefined
  isMaking: boolean
  onSave: (clip: Clip) => void
  /** Where the player is, in seconds. */
  now: () => number
}

function firstTimes(asked: string | null | undefined, duration: number | null): [start: string, end: string] {
  const [, from, to] = /^([\d.]{1,10})-([\d.]{0,10})$/.exec(asked ?? '') ?? []
  const most = duration ?? Infinity
  const isInside = Number(from) < most
  const start = isInside ? Number(from) : 0
  const end = isInside && to && Number(to) > start ? Number(to) : start + FIRST_SECONDS
  return [clockText(start), clockText(Math.min(end, most))]
}

export function ClipForm({ duration, asked, isMaking, onSave, now }: Props) {
  const labels = useTexts('preview').clip
  const say = useSay()
  const id = useId()
  const [first] = useState(() => firstTimes(asked, duration))
  const [texts, setTexts] = useState({ start: first[0], end: first[1] })
  const [start, end] = [typedSeconds(texts.start), typedSeconds(texts.end)]
  const problem = problemOf(start, end, duration)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!problem && !isMaking) onSave({ start: start!, end: end! })
  }
  const bars = [
    ['start', labels.start, start, problem?.isOfStart],
    ['end', labels.end, end, problem?.isOfEnd],
  ] as const
  const share = (seconds: number | null) => (duration ? Math.min(100, (100 * (seconds ?? 0)) / duration) : 0)
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {duration !== null && (
        <div
          className={css.line}
          dir="ltr"
          style={{ '--from': share(start), '--to': share(end) } as CSSProperties}
        >
          {bars.map(([name, , seconds]) => (
            <input
              key={name}
              type="range"
              aria-label={name === 'start' ? labels.startOnLine : labels.endOnLine}
              aria-valuetext={clockText(seconds ?? 0)}
              min={0}
              max={Math.max(1, Math.ceil(duration))}
              value={seconds ?? 0}
              onChange={(event) =>
                setTexts({ ...texts, [name]: clockText(Math.min(event.target.valueAsNumber, duration)) })
              }
            />
          ))}
        </div>
      )}
      <div className={css.times}>
        {bars.map(([name, label, , isWrong = false]) => (
          <div key={name}>
            <label htmlFor={id + name}>{label}</label>
            <input
              id={id + name}
              inputMode="decimal"
              autoComplete="off"
              value={texts[name]}
              aria-invalid={isWrong}
              aria-describedby={`${id}problem`}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
            />
            <button
              type="button"
              onClick={() => setTexts({ ...texts, [name]: clockText(Math.floor(now() * 10) / 10) })}
            >
              <span className="vh">{label}: </span>
              {labels.usePlayer}
            </button>
          </div>
        ))}
      </div>
      <p id={`${id}problem`} className={css.note} role="status">
        {problem ? labels[problem.why] : say(labels.long, { time: clockText(end! - start!) })}
      </p>
      <button className="btn btn-line" aria-disabled={problem !== null || isMaking}>
        {isMaking ? labels.moment : labels.save}
      </button>
    </form>
  )
}
