import type { ReactNode } from 'react'
import type { Given } from '#texts/say.ts'
import { Rich } from './rich.tsx'
import css from './section.module.css'

type Props = { id: string; title: string; lead?: ReactNode; children: ReactNode }

export function Section({ id, title, lead, children }: Props) {
  return (
    <section className={css.split} id={id} aria-labelledby={`${id}-title`}>
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
  given?: Given
}

export function FactList({ facts, given }: FactListProps) {
  return (
    <dl className={css.facts}>
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <Rich text={text} given={given} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
