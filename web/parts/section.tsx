import type { ReactNode } from 'react'
import css from './section.module.css'

type Props = { id: string; title: string; lead?: ReactNode; lang?: string | undefined; children: ReactNode }

export function Section({ id, title, lead, lang, children }: Props) {
  return (
    <section className={css.split} id={id} aria-labelledby={`${id}-title`} lang={lang}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  )
}

type FactListProps = {
  facts: readonly { title: string; text: string }[]
  show?: (text: string) => ReactNode
}

export function FactList({ facts, show = (text) => text }: FactListProps) {
  return (
    <dl className={css.facts}>
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{show(text)}</dd>
        </div>
      ))}
    </dl>
  )
}
