import type { ReactNode } from 'react'
import css from './accordion.module.css'
import faq from './faq.module.css'

/** Groups what the items of one accordion have in common; see `AccordionItem`. */
export function Accordion({ children }: { children: ReactNode }) {
  return <div className={`${faq.faq} ${css.accordion}`}>{children}</div>
}

type Props = { name: string; id?: string; isHidden?: boolean; summary: ReactNode; children: ReactNode }

/** One item: items of one name are open one at a time, wherever they stand on the page. */
export function AccordionItem({ name, id, isHidden = false, summary, children }: Props) {
  return (
    <details name={name} id={id} hidden={isHidden}>
      <summary>{summary}</summary>
      <div className={css.body}>{children}</div>
    </details>
  )
}
