import { useBrand } from './page-data.ts'
import { useSay, useTexts } from './texts.ts'
import css from './logo.module.css'
import { Link } from '../parts/link.tsx'

export function Logo() {
  const { name, logo } = useBrand().branding
  return (
    <Link className={css.logo} to="/" aria-label={useSay()(useTexts('ui').homeLink, { name })}>
      {logo.type === 'image' && <img src={logo.icon} alt="" width="28" height="28" />}
      {logo.type === 'letter' && (
        <i className={css.letter} data-letter={logo.icon || name.slice(0, 1)} aria-hidden="true" />
      )}
      {logo.type === 'mark' && <i className={css.mark} aria-hidden="true" />}
      {name}
    </Link>
  )
}
