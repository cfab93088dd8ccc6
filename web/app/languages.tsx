import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { baseOf, languagesOf } from '#texts/brand-languages.ts'
import { languageCookie, languages, type Tag } from '#texts/languages.ts'
import type { chosenLanguage } from './language-choice.ts'
import css from './languages.module.css'
import { usePageData } from './page-data.ts'
import { useTexts } from './texts.ts'

export function remember(language: Tag): void {
  document.cookie = languageCookie(language)
}

/** The languages of the brand, and the address of this page in each. */
export function useLanguages() {
  const { brand, language } = usePageData()
  const { pathname } = useLocation()
  const offered = languagesOf(brand)
  const addressOf = (tag: Tag) => baseOf(brand, tag) + pathname
  return { offered, language, addressOf }
}

/**
 * Offers the page in a language of this browser. It hangs in the space above the page, which is kept free.
 */
export function Offer() {
  const { offers, base } = usePageData()
  const { offered, language, addressOf } = useLanguages()
  const [wanted, setWanted] = useState<Tag | null>(null)
  const isAlone = offered.length < 2
  const choice = useEffectEvent((choose: typeof chosenLanguage) => choose(language, base, offered))
  useEffect(() => {
    if (isAlone) return
    import('./language-choice.ts')
      .then((module) => setWanted(choice(module.chosenLanguage)))
      .catch(console.warn)
  }, [isAlone])
  const offer = wanted && offers?.[wanted]
  if (!offer || !wanted) return null
  return (
    <nav className={`wrap ${css.offer}`} aria-label={languages[wanted].name} lang={wanted}>
      <a href={addressOf(wanted)} hrefLang={wanted} onClick={() => remember(wanted)}>
        {offer}
      </a>
    </nav>
  )
}

/** Above a page whose long texts stand in English alone. */
export function InEnglish() {
  return <p className={`wrap ${css.note}`}>{useTexts('ui').onlyEnglish}</p>
}
