import { useState } from 'react'
import { markClass } from '../brand.ts'
import { usePageData } from '../app/page-data.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { Glyph } from './icon.tsx'
import css from './platform-keys.module.css'
import { Link } from './link.tsx'

const VISIBLE_PLATFORMS = 7

/**
 * Links to all platforms of the brand. The links after the first `VISIBLE_PLATFORMS` are hidden until the
 * visitor presses a button. The HTML still contains them, so that search engines find them.
 */
export function PlatformKeys() {
  const { shown } = usePageData()
  const { showLess, morePlatforms } = useTexts('ui')
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const hidden = shown.length - VISIBLE_PLATFORMS
  return (
    <ul className={css.keys}>
      {shown.map(({ id, name, href }, index) => (
        <li key={id} hidden={!isOpen && index >= VISIBLE_PLATFORMS}>
          <Link className={`${css.key} ${markClass(id)}`} to={href}>
            <Glyph id={id} /> {name}
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
            {isOpen ? showLess : say(morePlatforms, { n: hidden })}
          </button>
        </li>
      )}
    </ul>
  )
}
