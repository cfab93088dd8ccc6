import { CopyButton } from '../parts/copy-button.tsx'
import { isApple } from './device.ts'
import css from './file-panel.module.css'

/** Apps open links in a browser of their own, which often lets no download through: says so, and the way out. */
export function InsideApp() {
  return (
    <div className={css.app}>
      <p>
        This app may block downloads. Open the page in {isApple() ? 'Safari' : 'your browser'}: from the menu
        of the app, or with its link.
      </p>
      <CopyButton text={location.href} />
    </div>
  )
}
