import type { CSSProperties, ReactNode } from 'react'
import css from './ruler.module.css'

type Props = {
  /** Position of the ruler's playhead in percent. */
  at: number
  isFilled?: boolean
  children?: ReactNode
  role?: 'progressbar'
  label?: string
}

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
      dir="ltr"
      // The page's CSP forbids style attributes in the server's HTML. The server renders this ruler only at
      // the position 0 %, for which the style attribute is left out.
      style={at > 0 ? ({ '--at': at } as CSSProperties) : undefined}
      {...(part ?? { 'aria-hidden': true })}
    >
      {isFilled && <span className={css.filled} />}
    </div>
  )
}

export const RulerDivider = () => <div className={`${css.ruler} ${css.divider}`} aria-hidden="true" />
