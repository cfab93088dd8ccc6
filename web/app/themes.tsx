import { usePageData } from './page-data.ts'
import { useTexts } from './texts.ts'
import css from './themes.module.css'

/** The script in the head of the page (web/document/theme.js) checks the choice and acts on it. */
export function Themes() {
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
