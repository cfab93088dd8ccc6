import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { clockText, rounded, type Clip } from '#contract/clip.ts'
import css from './clip.module.css'

/** The usual length of a picture. */
const FRAME_SECONDS = 0.04
const PAGE_SECONDS = 10
/** The shortest part that can be chosen with the handles. */
const LEAST_SECONDS = 0.2

export type Side = keyof Clip

type Props = {
  clip: Clip
  /** The times at the ends of the strip. */
  from: number
  to: number
  /** The length of the item. */
  duration: number
  labels: Record<Side, string>
  marks: readonly { start: number; title: string }[]
  onMove: (side: Side, clip: Clip) => void
}

const stepOf = ({ key, shiftKey }: KeyboardEvent): number | null => {
  const steps: Record<string, number> = {
    ArrowLeft: shiftKey ? -FRAME_SECONDS : -1,
    ArrowRight: shiftKey ? FRAME_SECONDS : 1,
    ArrowDown: shiftKey ? -FRAME_SECONDS : -1,
    ArrowUp: shiftKey ? FRAME_SECONDS : 1,
    PageDown: -PAGE_SECONDS,
    PageUp: PAGE_SECONDS,
    Home: -Infinity,
    End: Infinity,
  }
  return steps[key] ?? null
}

/** A ruler with two handles. A handle that is outside of its times stands at its end. */
export function Strip({ clip, from, to, duration, labels, marks, onMove }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const share = (seconds: number) => (100 * (Math.min(to, Math.max(from, seconds)) - from)) / (to - from)
  const move = (side: Side, seconds: number) => {
    const [least, most] =
      side === 'start' ? [0, clip.end - LEAST_SECONDS] : [clip.start + LEAST_SECONDS, duration]
    onMove(side, { ...clip, [side]: rounded(Math.min(most, Math.max(least, seconds))) })
  }
  const drag = (side: Side, event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return
    const { left, width } = box.current.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (event.clientX - left) / width))
    move(side, Math.round((from + part * (to - from)) * 10) / 10)
  }
  const press = (side: Side, event: KeyboardEvent) => {
    const step = stepOf(event)
    if (step === null) return
    event.preventDefault()
    move(side, clip[side] + step)
  }
  const style = { '--from': share(clip.start), '--to': share(clip.end) } as CSSProperties
  return (
    <div ref={box} className={css.strip} style={style} dir="ltr">
      {marks
        .filter(({ start }) => start > from && start < to)
        .map(({ start, title }) => (
          <i
            key={start}
            className={css.mark}
            title={title}
            style={{ '--at': share(start) } as CSSProperties}
          />
        ))}
      {(['start', 'end'] as const).map((side) => (
        <span
          key={side}
          role="slider"
          tabIndex={0}
          className={`${css.handle} ${css[side]}`}
          aria-label={labels[side]}
          aria-valuemin={0}
          aria-valuemax={Math.ceil(duration)}
          aria-valuenow={Math.round(clip[side])}
          aria-valuetext={clockText(clip[side])}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            event.currentTarget.focus()
          }}
          onPointerMove={(event) => drag(side, event)}
          onKeyDown={(event) => press(side, event)}
        />
      ))}
    </div>
  )
}
