import type { Brand } from '#contract/brand.ts'
import type { Tag } from '#texts/languages.ts'
import type { Parts } from '#texts/parts.ts'

/** In which words a page names itself. */
export type Speaker = { brand: Brand; language: Tag; heads: Parts['heads'] }

export type PageMeta = {
  title: string
  description: string
  /** Without the prefix of a language. */
  canonical?: string
  /** Search engines find the page in the languages of the brand. */
  isTranslated?: boolean
  /** If false, search engines do not index the page on any host. */
  isIndexable: boolean
  jsonLd?: readonly object[]
}

export type PageRow = {
  paths: readonly string[]
  matches?: (path: string) => boolean
  meta: (speaker: Speaker, path: string) => PageMeta
  /** The page stands in English in every language. */
  isEnglish?: true
  /** The name of the page's file in `web/pages/`, without `.tsx`. */
  file: string
  sources?: readonly string[]
}

/**
 * Returns a path without trailing slashes. The catalogue of pages (routes.ts) contains paths in this form.
 */
/** A regular expression would take the square of the length, for any visitor of our pages. */
export function plainPath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** The page at a URL, as data for the browser: its path without trailing slashes, its file and its title. */
export type Place = {
  path: string
  file: string
  title: string
  /** It stands in English below a line that says so. */
  isEnglish?: true
}
