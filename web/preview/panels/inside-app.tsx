import { CopyButton } from '../../parts/copy-button.tsx'
import { isApple } from '../device.ts'
import css from './file-panel.module.css'

/**
 * A hint that the built-in browser of an app may block downloads. It explains how to open the page in another
 * browser.
 */
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
