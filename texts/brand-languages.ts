import type { Brand } from '#contract/brand.ts'
import { isTag, openLanguages, prefixOf, type Tag } from './languages.ts'

type Chosen = Pick<Brand, 'language' | 'languages'>

/** The language of the paths without a prefix. */
export const ownLanguageOf = ({ language = 'en' }: Chosen): Tag =>
  isTag(language) && openLanguages.includes(language) ? language : 'en'

/** The languages in which a brand can be read, its own first. */
export function languagesOf(brand: Chosen): readonly Tag[] {
  const own = ownLanguageOf(brand)
  const { languages = openLanguages } = brand
  return [own, ...openLanguages.filter((tag) => tag !== own && languages.includes(tag))]
}

/**
 * What stands before the paths of a language: `/zh-hans`, or nothing before those of the brand's language.
 */
export const baseOf = (brand: Chosen, language: Tag): string =>
  language === ownLanguageOf(brand) ? '' : `/${prefixOf(language)}`

type LanguagePath = { language: Tag; base: string; path: string }

/** Splits a path such as `/zh-hans/help-center`. */
export function languagePathOf(brand: Chosen, pathname: string): LanguagePath {
  const own = ownLanguageOf(brand)
  const [, first = ''] = pathname.split('/', 2)
  const language = languagesOf(brand).find((tag) => tag !== own && prefixOf(tag) === first)
  if (!language) return { language: own, base: '', path: pathname }
  const base = `/${first}`
  return { language, base, path: pathname.slice(base.length) || '/' }
}

/** A text of a brand in a language; undefined if the brand has none in it. */
export function brandText(
  brand: Chosen,
  text: string | Readonly<Record<string, string>>,
  language: Tag,
): string | undefined {
  if (typeof text !== 'string') return text[language]
  return language === ownLanguageOf(brand) ? text : undefined
}
