import { useState } from 'react'
import { Link } from 'react-router'
import { VISIBLE_PLATFORMS } from '#contract/limits.ts'
import { markClass, shownPlatforms } from '../brand.ts'
import { useBrand } from '../page-data.ts'
import { Glyph } from './icon.tsx'
import css from './platform-keys.module.css'

/** The platforms of the brand: seven at first, the others on request. All stand in the HTML, for search and without scripts. */
export function PlatformKeys() {
  const shown = shownPlatforms(useBrand())
  const [isOpen, setIsOpen] = useState(false)
  const hidden = shown.length - VISIBLE_PLATFORMS
  return (
    <ul className={css.keys}>
      {shown.map(({ platform, name, href }, index) => (
        <li key={platform.id} hidden={!isOpen && index >= VISIBLE_PLATFORMS}>
          <Link className={`${css.key} ${markClass(platform.id)}`} to={href}>
            <Glyph id={platform.id} /> {name}
          </Link>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            className={`${css.key} ${css.more}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Show less' : `+${hidden} more`}
          </button>
        </li>
      )}
    </ul>
  )
}
