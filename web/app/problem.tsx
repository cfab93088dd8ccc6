import type { FailureCode } from '#contract/failure.ts'
import { useBrand } from './page-data.ts'
import { Icon } from '../parts/icon.tsx'
import { Fold } from '../parts/fold.tsx'
import css from './problem.module.css'

const headings: Partial<Record<FailureCode, string>> = {
  merger_down: 'Processing is paused',
  busy: 'All machines are busy',
  stale: 'This link has expired',
  file_gone: 'This file has expired',
  not_found: 'Page not found',
  blocked: 'Not available here',
  rate_limited: 'A little too fast',
}

export function ProblemPage({
  code,
  message,
  hasForm = false,
}: {
  code: FailureCode
  message: string
  hasForm?: boolean
}) {
  const { contact } = useBrand()
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <h1 tabIndex={-1}>{headings[code] ?? 'Something went wrong'}</h1>
      <p>{message}</p>
      {hasForm && (
        <form className={css.form} action="/" method="get">
          <input type="hidden" name="go" value="1" />
          <input
            name="url"
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="https://"
            aria-label="Link to a video, song or episode"
          />
          <button type="submit" className="btn btn-fill">
            Get formats
          </button>
        </form>
      )}
      <p className={css.ways}>
        <a className={`btn ${hasForm ? 'btn-line' : 'btn-fill'}`} href="/">
          Start from the homepage
        </a>
        <a className="btn btn-line" href={`mailto:${contact.email}`}>
          <Icon name="mail" /> Contact Support
        </a>
      </p>
      <Fold />
    </main>
  )
}
