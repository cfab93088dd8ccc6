import type { ReactNode } from 'react'
import type { Question } from '../content/copy.ts'
import css from './faq.module.css'

type Props = {
  name: string
  questions: readonly Question[]
  isFirstOpen?: boolean
  show?: (text: string) => ReactNode
  translation?: { lang: string; questions: readonly Question[] } | undefined
}

/** The browser keeps at most one open, because all of them have the same `name`. */
export function Faq({ name, questions, isFirstOpen = false, show = (text) => text, translation }: Props) {
  return (
    <div className={css.faq}>
      {questions.map(({ question, answer }, index) => (
        <details key={question} name={name} open={isFirstOpen && index === 0}>
          <summary>
            <span>
              {show(question)}
              {translation && (
                <span className={css.second} lang={translation.lang}>
                  {translation.questions[index]?.question}
                </span>
              )}
            </span>
          </summary>
          <p>{show(answer)}</p>
          {translation && <p lang={translation.lang}>{translation.questions[index]?.answer}</p>}
        </details>
      ))}
    </div>
  )
}
