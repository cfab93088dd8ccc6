import type { ReactNode } from 'react'
import type { Question } from '../content/copy.ts'
import css from './faq.module.css'

type Props = {
  name: string
  questions: readonly Question[]
  isFirstOpen?: boolean
  /** How a text is shown, where it is more than its letters. */
  show?: (text: string) => ReactNode
}

/** Questions of which one is open at a time; the browser sees to it by the common name. */
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
