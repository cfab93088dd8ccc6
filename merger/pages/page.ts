import { Markup } from '../html/markup.ts'

/** Each relative link of a page would repeat a longer one. */
const MAX_BASE = 2_048

/** Relative links refer to `base`. */
export type Page = { url: URL; base: URL; markup: Markup }

export function pageOf(text: string, url: URL): Page {
  const markup = new Markup(text)
  const base = markup
    .all('base')
    .find((tag) => tag.has('href'))
    ?.get('href')
  const isBase = base && base.length <= MAX_BASE && URL.canParse(base, url.href)
  return { url, base: isBase ? new URL(base, url) : url, markup }
}
