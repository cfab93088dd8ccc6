import { usePageData } from './page-data.ts'
import { useSay, useTexts } from './texts.ts'
import { Fold } from '../parts/fold.tsx'
import css from './problem.module.css'

/** The state of a task, as `MakingPage` shows it to browsers without JavaScript. */
export type Making =
  | { step: 'making'; message: string; percent: number }
  | { step: 'ready'; href: string; filename: string; deletedAt: string }
  | { step: 'failed'; message: string }

/**
 * The page that shows the progress of a merge to a browser without JavaScript. The `Refresh` header of the
 * response makes the browser load the page again.
 */
export function MakingPage({ making }: { making: Making }) {
  const { brand, base } = usePageData()
  const texts = useTexts('preview').making
  const ui = useTexts('ui')
  const say = useSay()
  const { contact } = brand
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <h1>{texts[making.step]}</h1>
      {making.step === 'making' && (
        <>
          <p role="status">
            {say(texts.progress, { message: making.message, percent: Math.floor(making.percent) })}
          </p>
          <p>{texts.refreshes}</p>
        </>
      )}
      {making.step === 'ready' && (
        <>
          <p>{making.filename}</p>
          <p>{say(texts.deletedAt, { time: making.deletedAt })}</p>
        </>
      )}
      {making.step === 'failed' && <p role="alert">{making.message}</p>}
      <p className={css.ways}>
        {making.step === 'ready' && (
          <a className="btn btn-fill" href={making.href}>
            {texts.download}
          </a>
        )}
        <a className="btn btn-line" href={`${base}/`}>
          {ui.problem.homepage}
        </a>
        {making.step === 'failed' && (
          <a className="btn btn-line" href={`mailto:${contact.email}`}>
            {ui.contact.button}
          </a>
        )}
      </p>
      <Fold />
    </main>
  )
}
