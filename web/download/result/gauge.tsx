import { useTexts } from '../../app/texts.ts'
import type { CSSProperties, ReactNode } from 'react'
import css from './running.module.css'

type Props = { at: number | null; className?: string | undefined }

/** The ruler: the lower edge of the box while a file is made, a strip while our copy's time runs out. */
export function Gauge({ at, className = '' }: Props) {
  return (
    <i
      className={`${css.gauge} ${className}`}
      style={{ '--at': at ?? 0 } as CSSProperties}
      aria-hidden="true"
    >
      <span />
    </i>
  )
}

type BoxProps = { percent: number | null; label: string; end?: ReactNode }

export function ProgressBox({ percent, label, end }: BoxProps) {
  const { starting } = useTexts('result').run
  const part = percent === null ? {} : { 'aria-valuenow': Math.floor(percent) }
  return (
    <div className={css.box} role="progressbar" aria-label={label} {...part}>
      <Gauge at={percent} />
      <span className={css.percent}>{percent === null ? starting : `${Math.floor(percent)}%`}</span>
      <span className={css.end}>{end}</span>
    </div>
  )
}
