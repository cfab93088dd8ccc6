import type { FailureCode } from '#contract/failure.ts'
import { useBrand } from './page-data.ts'
import { Icon } from '../parts/icon.tsx'
import css from './problem.module.css'

const headings: Partial<Record<FailureCode, string>> = {
  merger_down: 'Processing is paused',
  busy: 'All machines are busy',
  stale: 'This link has expired',
  file_gone: 'This file has expired',
  not_found: 'Nothing at this address',
  blocked: 'Not available here',
  rate_limited: 'A little too fast',
}

/** The page that reports a failure: its message, and links to the home page and to support. */
export function ProblemPage({ code, message }: { code: FailureCode; message: string }) {
  const { contact } = useBrand()
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <h1 tabIndex={-1}>{headings[code] ?? 'Something went wrong'}</h1>
      <p>{message}</p>
      <p className={css.ways}>
        <a className="btn btn-fill" href="/">
          Start from the homepage
        </a>
        <a className="btn btn-line" href={`mailto:${contact.email}`}>
          <Icon name="mail" /> Contact Support
        </a>
      </p>
    </main>
  )
}
