import { allOf, choose } from './consent.ts'
import { useTexts } from '../app/texts.ts'
import { Rich } from '../parts/rich.tsx'
import css from './consent-banner.module.css'
import { Link } from '../parts/link.tsx'

function answer(isAllowed: boolean) {
  try {
    choose(allOf(isAllowed))
  } catch (cause) {
    console.warn('The choice could not be stored, so it lasts until the visitor leaves this page.', cause)
  }
}

export function ConsentBanner() {
  const texts = useTexts('ui').consent
  return (
    <section className={css.banner} aria-label={texts.label}>
      <p>
        <Rich text={texts.question} />
      </p>
      <div className={css.actions}>
        <button type="button" className="btn btn-line" onClick={() => answer(false)}>
          {texts.rejectAll}
        </button>
        <button type="button" className="btn btn-line" onClick={() => answer(true)}>
          {texts.acceptAll}
        </button>
        <Link className="btn" to="/cookie-settings">
          {texts.settings}
        </Link>
      </div>
    </section>
  )
}
