import type { FailureCode } from '#contract/failure.ts'
import type { Parts } from '#texts/parts.ts'
import { useTexts } from './texts.ts'
import { usePageData } from './page-data.ts'
import { Icon } from '../parts/icon.tsx'
import { Fold } from '../parts/fold.tsx'
import css from './problem.module.css'

/** The heading of a failure that a whole page shows. */
const headingOf = (texts: Parts['ui']['problem'], code: FailureCode): string =>
  Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : texts.wrong

export function ProblemPage({
  code,
  message,
  hasForm = false,
}: {
  code: FailureCode
  message: string
  hasForm?: boolean
}) {
  const { brand, base } = usePageData()
  const { contact } = brand
  const { problem, form, contact: support } = useTexts('ui')
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <h1 tabIndex={-1}>{headingOf(problem, code)}</h1>
      <p>{message}</p>
      {hasForm && (
        <form className={css.form} action={`${base}/`} method="get">
          <input type="hidden" name="go" value="1" />
          <input
            name="url"
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="https://"
            aria-label={form.label}
          />
          <button type="submit" className="btn btn-fill">
            {form.submit}
          </button>
        </form>
      )}
      <p className={css.ways}>
        <a className={`btn ${hasForm ? 'btn-line' : 'btn-fill'}`} href={`${base}/`}>
          {problem.homepage}
        </a>
        <a className="btn btn-line" href={`mailto:${contact.email}`}>
          <Icon name="mail" /> {support.button}
        </a>
      </p>
      <Fold />
    </main>
  )
}
