import type { Parts } from '#texts/parts.ts'
import { languages } from '#texts/languages.ts'
import { Link } from '../parts/link.tsx'
import { remember, useLanguages } from './languages.tsx'
import { usePageData } from './page-data.ts'
import type { Entry } from './shell.tsx'
import { useSay, useTexts } from './texts.ts'
import css from './shell.module.css'

/** A list of all languages, for the foot of each page. */
function Languages() {
  const { menus } = useTexts('ui')
  const { offered, language, addressOf } = useLanguages()
  if (offered.length < 2) return null
  return (
    <nav className={css.languages} aria-label={menus.languages}>
      <ul>
        {offered.map((tag) => (
          <li key={tag}>
            <a
              href={addressOf(tag)}
              lang={tag}
              hrefLang={tag}
              aria-current={tag === language ? 'true' : undefined}
              onClick={() => remember(tag)}
            >
              {languages[tag].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The script in the head of the page (web/document/theme.js) checks the choice and acts on it. */
function Themes() {
  const { darkMode } = usePageData().brand.features
  const { title, choices } = useTexts('ui').theme
  return darkMode ? (
    <fieldset className={css.themes}>
      <legend>{title}</legend>
      {Object.entries(choices).map(([theme, name]) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} />
          {name}
        </label>
      ))}
    </fieldset>
  ) : null
}

const columns: readonly (readonly [title: keyof Parts['ui']['menus'], links: readonly Entry[]])[] = [
  [
    'support',
    [
      ['/help-center', 'help'],
      ['/how-to-download-videos', 'guide'],
      ['/send-a-link', 'send'],
      ['/status', 'status'],
      ['/blog', 'blog'],
      ['/#faq', 'faq'],
    ],
  ],
  [
    'legal',
    [
      ['/privacy-policy', 'privacy'],
      ['/terms-of-service', 'terms'],
      ['/dmca-policy', 'dmca'],
      ['/terms-glossary', 'glossary'],
    ],
  ],
  ['privacy', [['/cookie-settings', 'cookies']]],
]

export function Footer() {
  const { brand, shown } = usePageData()
  const { pages, menus, footnote } = useTexts('ui')
  const say = useSay()
  return (
    <footer className={css.foot}>
      <div className="wrap">
        <div className={css.columns}>
          <nav aria-label={menus.downloaders}>
            <h2>{menus.downloaders}</h2>
            <ul>
              {shown.map(({ id, name, href }) => (
                <li key={id}>
                  <Link to={href}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
          {columns.map(([title, links]) => (
            <nav key={title} aria-label={menus[title]}>
              <h2>{menus[title]}</h2>
              <ul>
                {links.map(([to, name]) => (
                  <li key={to}>
                    <Link to={to}>{pages[name]}</Link>
                  </li>
                ))}
                {title === 'support' && (
                  <li>
                    <a href="/sitemap.xml">{pages.sitemap}</a>
                  </li>
                )}
              </ul>
            </nav>
          ))}
          {brand.contact.socialMedia.length > 0 && (
            <nav aria-label={menus.follow}>
              <h2>{menus.follow}</h2>
              <ul>
                {brand.contact.socialMedia.map(({ name, url }) => (
                  <li key={url}>
                    <a href={url} rel="me noreferrer" target="_blank">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        <Languages />
        <Themes />
        <small>{say(footnote, { name: brand.branding.name })}</small>
      </div>
    </footer>
  )
}
