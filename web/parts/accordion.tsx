import type { ReactNode } from 'react'
import css from './accordion.module.css'
import faq from './faq.module.css'

export function Accordion({ children }: { children: ReactNode }) {
  return <div className={`${faq.faq} ${css.accordion}`}>{children}</div>
}

type Props = { name: string; id?: string; isHidden?: boolean; summary: ReactNode; children: ReactNode }

export function AccordionItem({ name, id, isHidden = false, summary, children }: Props) {
  return (
    <details name={name} id={id} hidden={isHidden}>
      <summary>{summary}</summary>
      <div className={css.body}>{children}</div>
    </details>
  )
}
