import { CopyButton } from '../../parts/copy-button.tsx'
import { isApple } from '../device.ts'
import css from './file-panel.module.css'

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
