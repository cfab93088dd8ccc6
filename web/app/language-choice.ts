import { languageCookie, type Tag } from '#texts/languages.ts'
import { preferredOf, rememberedIn } from '#texts/negotiate.ts'

/**
 * Returns another language that the browser asks for, while none is remembered. A page with a language in its
 * address is remembered, so that pages without one, such as the preview, come in the same language.
 */
export function chosenLanguage(language: Tag, base: string, offered: readonly Tag[]): Tag | null {
  const remembered = rememberedIn(document.cookie, offered)
  if (base !== '' && remembered !== language) document.cookie = languageCookie(language)
  const preferred = preferredOf(navigator.languages, offered)
  return remembered === null && preferred !== language ? preferred : null
}
