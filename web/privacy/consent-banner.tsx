import { allOf, choose } from './consent.ts'
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
  return (
    <section className={css.banner} aria-label="Cookies">
      <p>
        <strong>Cookies for statistics and ads?</strong> Downloads work the same either way.
      </p>
      <div className={css.actions}>
        <button type="button" className="btn btn-line" onClick={() => answer(false)}>
          Reject All
        </button>
        <button type="button" className="btn btn-line" onClick={() => answer(true)}>
          Accept All
        </button>
        <Link className="btn" to="/cookie-settings">
          Settings
        </Link>
      </div>
    </section>
  )
}
