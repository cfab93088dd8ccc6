import type { CSSProperties, ReactNode } from 'react'
import css from './ruler.module.css'

type Props = {
  /** Percent of the way. */
  at: number
  isFilled?: boolean
  children?: ReactNode
  role?: 'progressbar'
  label?: string
}

/** The drawing that all waiting shares: ticks, and a playhead that says how far. */
export function Ruler({ at, isFilled, role, label }: Props) {
  const part = role && {
    role,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Math.round(at),
  }
  return (
    <div
      className={`${css.ruler} ${css.tall}`}
      // The server draws 0 % alone, and a style of its own would break the page's policy there.
      style={at > 0 ? ({ '--at': at } as CSSProperties) : undefined}
      {...(part ?? { 'aria-hidden': true })}
    >
      {isFilled && <span className={css.filled} />}
    </div>
  )
}

/** The same ruler as a drawing below the hero. */
export const RulerDivider = () => <div className={`${css.ruler} ${css.divider}`} aria-hidden="true" />
