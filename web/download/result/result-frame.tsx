import css from './result-frame.module.css'

/**
 * The outline is visible only while `isBusy` is true. Below an error message, a visible outline would look as
 * if the page still loads.
 */
export function ResultFrame({ isBusy }: { isBusy: boolean }) {
  return (
    <div className={`${css.frame} ${isBusy ? css.busy : ''}`} aria-hidden="true">
      <div className={css.head}>
        <i className={css.picture} />
        <div>
          <i className={css.title} />
          <i className={css.line} />
        </div>
        <div className={css.act}>
          <i className={css.button} />
          <i className={css.button} />
        </div>
      </div>
      <div className={css.chips}>
        <i className={css.chip} />
        <i className={css.chip} />
        <i className={css.chip} />
        <i className={css.chip} />
      </div>
    </div>
  )
}
