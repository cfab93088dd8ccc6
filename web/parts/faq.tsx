import type { ReactNode } from 'react'
import type { Question } from '../content/copy.ts'
import css from './faq.module.css'

type Props = {
  name: string
  questions: readonly Question[]
  isFirstOpen?: boolean
  /** Renders a text. Default: as plain text. */
  show?: (text: string) => ReactNode
}

/** A list of questions. The browser keeps at most one open, because all share one `name`. */
export function Faq({ name, questions, isFirstOpen = false, show = (text) => text }: Props) {
  return (
    <div className={css.faq}>
      {questions.map(({ question, answer }, index) => (
        <details key={question} name={name} open={isFirstOpen && index === 0}>
          <summary>{show(question)}</summary>
          <p>{show(answer)}</p>
        </details>
      ))}
    </div>
  )
}
