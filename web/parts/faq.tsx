import type { Question } from '../content/copy.ts'
import css from './faq.module.css'

/** Questions of which one is open at a time; the browser sees to it by the common name. */
export function Faq({ name, questions }: { name: string; questions: readonly Question[] }) {
  return (
    <div className={css.faq}>
      {questions.map(({ question, answer }) => (
        <details key={question} name={name}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
