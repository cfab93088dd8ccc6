import type { Question } from '#texts/parts.ts'
import type { Given } from '#texts/say.ts'
import css from './faq.module.css'
import { Rich } from './rich.tsx'

type Props = {
  name: string
  questions: readonly Question[]
  given?: Given
  isFirstOpen?: boolean
}

/** The browser keeps at most one open, because all of them have the same `name`. */
export function Faq({ name, questions, given, isFirstOpen = false }: Props) {
  return (
    <div className={css.faq}>
      {questions.map(({ question, answer }, index) => (
        <details key={question} name={name} open={isFirstOpen && index === 0}>
          <summary>
            <span>
              <Rich text={question} />
            </span>
          </summary>
          <p>
            <Rich text={answer} given={given} />
          </p>
        </details>
      ))}
    </div>
  )
}
