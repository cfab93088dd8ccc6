import type { ReactNode } from 'react'
import css from './split.module.css'

type Props = { id: string; title: string; lead?: ReactNode; lang?: string | undefined; children: ReactNode }

/** A section with its heading in a column of its own. */
export function Split({ id, title, lead, lang, children }: Props) {
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

/** Short facts in two columns. */
export function Facts({ facts }: { facts: readonly { title: string; text: string }[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
