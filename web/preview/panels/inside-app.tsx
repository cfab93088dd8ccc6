import { useTexts } from '../../app/texts.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { isApple } from '../device.ts'
import css from './file-panel.module.css'

export function InsideApp() {
  const { insideApp, insideAppOnApple } = useTexts('preview').file
  return (
    <div className={css.app}>
      <p>{isApple() ? insideAppOnApple : insideApp}</p>
      <CopyButton text={location.href} />
    </div>
  )
}
