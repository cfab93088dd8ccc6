import { usePageData } from './page-data.ts'
import { Fold } from '../parts/fold.tsx'
import css from './problem.module.css'

/** The state of a task, as `MakingPage` shows it to browsers without JavaScript. */
export type Making =
  | { step: 'making'; message: string; percent: number }
  | { step: 'ready'; href: string; filename: string; deletedAt: string }
  | { step: 'failed'; message: string }

const headings = {
  making: 'Your file is being made',
  ready: 'Your file is ready',
  failed: 'Processing Failed',
} as const

/**
 * The page that shows the progress of a merge to a browser without JavaScript. The `Refresh` header of the
 * response makes the browser load the page again.
 */
export function MakingPage({ making }: { making: Making }) {
  const { brand, base } = usePageData()
  const { contact } = brand
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <h1>{headings[making.step]}</h1>
      {making.step === 'making' && (
        <>
          <p role="status">
            {making.message}, {Math.floor(making.percent)}%
          </p>
          <p>This page refreshes on its own every few seconds. Please keep it open.</p>
        </>
      )}
      {making.step === 'ready' && (
        <>
          <p>{making.filename}</p>
          <p>It is deleted from our server at {making.deletedAt}.</p>
        </>
      )}
      {making.step === 'failed' && <p role="alert">{making.message}</p>}
      <p className={css.ways}>
        {making.step === 'ready' && (
          <a className="btn btn-fill" href={making.href}>
            Download
          </a>
        )}
        <a className="btn btn-line" href={`${base}/`}>
          Start from the homepage
        </a>
        {making.step === 'failed' && (
          <a className="btn btn-line" href={`mailto:${contact.email}`}>
            Contact Support
          </a>
        )}
      </p>
      <Fold />
    </main>
  )
}
