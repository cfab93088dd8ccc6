import type { Brand } from '../../../contract/brand.ts'
import { brandText, languagesOf } from '../../../texts/brand-languages.ts'
import { isTag, languages, openLanguages } from '../../../texts/languages.ts'

type Note = { field: string; message: string }

/** Where pages say our own words, because the brand has none in their language. */
export function missingTexts(brand: Brand): Note[] {
  const { branding, seo } = brand
  const texts = {
    'branding.slogan': branding.slogan,
    'branding.tagline': branding.tagline,
    'seo.title': seo.title,
    'seo.description': seo.description,
  }
  return Object.entries(texts).flatMap(([field, text]) => {
    const missing = languagesOf(brand).filter((tag) => brandText(brand, text, tag) === undefined)
    const names = missing.map((tag) => `${tag} (${languages[tag].name})`).join(', ')
    return names === '' ? [] : { field, message: `has no text for ${names}; pages there say our own` }
  })
}

/** `language` and `languages` may name one that has no pages. */
export function unknownLanguages({ language, languages: chosen = [] }: Brand): Note[] {
  const isOpen = (tag: string) => isTag(tag) && openLanguages.includes(tag)
  const known = openLanguages.join(', ')
  const wrong = (field: string, tag: string) => ({
    field,
    message: `${tag} is not a language of our pages; these are ${known}`,
  })
  return [
    ...(language !== undefined && !isOpen(language) ? [wrong('language', language)] : []),
    ...chosen.flatMap((tag, at) => (isOpen(tag) ? [] : wrong(`languages[${at}]`, tag))),
  ]
}
