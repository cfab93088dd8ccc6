import type { Context } from 'hono'
import { API_PREFIX } from '#contract/paths.ts'
import { languagesOf, ownLanguageOf } from '#texts/brand-languages.ts'
import type { Tag } from '#texts/languages.ts'
import { acceptedOf, rememberedIn } from '#texts/negotiate.ts'
import type { App } from '../app.ts'

/** Of what depends on `languageOf`. */
export const VARY = 'accept-language, cookie'

/**
 * The language of an answer whose address has none: the one that the visitor read last, else one that the
 * browser accepts, else that of the brand. A page names its own language when it calls the API.
 */
export function languageOf(c: Context<App>): Tag {
  const { brand } = c.var
  const offered = languagesOf(brand)
  const isCall = c.req.path.startsWith(API_PREFIX)
  const remembered = isCall ? null : rememberedIn(c.req.header('cookie'), offered)
  return remembered ?? acceptedOf(c.req.header('accept-language'), offered) ?? ownLanguageOf(brand)
}
