import { useEffect, useReducer } from 'react'
import { STATUS_RESET_MS } from '../parts/status-reset.ts'
import { categories, choose, isAnyOf, isSignalled, useConsent } from '../privacy/consent.ts'
import { useTexts } from '../app/texts.ts'
import { ContentHead } from '../articles/content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { advance, canSave, emptyForm } from './cookie-form.ts'
import { ForgetChoice } from '../parts/forget-choice.tsx'
import { Rich } from '../parts/rich.tsx'
import { useFacts } from '../app/use-facts.ts'
import { Link } from '../parts/link.tsx'
import common from '../articles/content.module.css'
import css from './cookies.module.css'

function useCookieForm(consent: ReturnType<typeof useConsent>) {
  const [form, dispatch] = useReducer(advance, emptyForm)
  const { draft, status } = form
  useEffect(() => {
    if (consent) dispatch({ type: 'loaded', preferences: consent.preferences })
  }, [consent])
  useEffect(() => {
    if (status !== 'saving') return
    // A timer delays the save, so that the browser paints the label "Saving..." first.
    const timer = setTimeout(() => {
      try {
        choose(draft)
        dispatch({ type: 'saved' })
      } catch (cause) {
        console.error('The cookie preferences could not be saved.', cause)
        dispatch({ type: 'failed' })
      }
    })
    return () => clearTimeout(timer)
  }, [status, draft])
  useEffect(() => {
    if (status !== 'saved' && status !== 'error') return
    const timer = setTimeout(() => dispatch({ type: 'rested' }), STATUS_RESET_MS)
    return () => clearTimeout(timer)
  }, [status])
  return [form, dispatch] as const
}

export function Page() {
  const texts = useTexts('pages/cookies')
  const consent = useConsent()
  const [form, dispatch] = useCookieForm(consent)
  const { draft, status } = form
  const facts = useFacts()
  const setAll = (value: boolean) => dispatch({ type: 'set all', value })
  return (
    <main id="main" className={`wrap ${common.page}`}>
      <ContentHead title={texts.title} lead={texts.lead}>
        <div className={`${common.row} ${css.quick}`}>
          <button type="button" className="btn btn-line" onClick={() => setAll(true)}>
            {texts.acceptAll}
          </button>
          <button type="button" className="btn btn-line" onClick={() => setAll(false)}>
            {texts.rejectAll}
          </button>
        </div>
      </ContentHead>
      <ul className={css.list}>
        {(['essential', ...categories] as const).map((category) => (
          <li key={category}>
            <div>
              <h2 id={category}>{texts.categories[category].title}</h2>
              <p>{texts.categories[category].text}</p>
              <p className={common.note}>
                <Rich text={texts.categories[category].examples} given={facts} />
              </p>
              {category === 'essential' && <ForgetChoice />}
            </div>
            <input
              type="checkbox"
              role="switch"
              aria-labelledby={category}
              checked={draft[category]}
              disabled={category === 'essential'}
              onChange={() => category !== 'essential' && dispatch({ type: 'toggled', category })}
            />
          </li>
        ))}
      </ul>
      <Fold />
      <div className={common.row}>
        <button
          type="button"
          className="btn btn-fill"
          disabled={!canSave(form)}
          onClick={() => dispatch({ type: 'saving' })}
        >
          {texts.save[status]}
        </button>
        <Link className={`btn ${css.more}`} to="/privacy-policy#cookies">
          {texts.policy}
        </Link>
      </div>
      {/* This notice appears only after hydration. At the end of the page it causes no layout shift. */}
      {consent && isSignalled() && <p className={css.notice}>{texts.signal}</p>}
      <div role="status" className={css.toasts}>
        {status === 'saved' && <p className={css.toast}>{isAnyOf(draft) ? texts.savedOn : texts.savedOff}</p>}
      </div>
    </main>
  )
}
