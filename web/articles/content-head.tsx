import type { ReactNode } from 'react'
import css from './content-head.module.css'

export function ContentHead({
  title,
  lead,
  children,
}: {
  title: string
  lead: ReactNode
  children?: ReactNode
}) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      <p>{lead}</p>
      {children}
    </header>
  )
}
