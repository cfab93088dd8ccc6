import type { Brand } from '#contract/brand.ts'

/** The content of a document's head. */
export type PageMeta = {
  title: string
  description: string
  /** Path of the canonical URL. Absent for pages without one (404). */
  canonical?: string
  /** False keeps the page out of search engines on every host. */
  isIndexable: boolean
  /** JSON-LD, one object for each script element. */
  jsonLd?: readonly object[]
}

/** One row of the catalogue of pages. */
export type PageRow = {
  /** Its paths with the leading slash. The first is the main one, which the sitemap lists. */
  paths: readonly string[]
  /** For paths with a parameter, such as `/blog/2`: whether the page exists at a path. */
  matches?: (path: string) => boolean
  meta: (brand: Brand, path: string) => PageMeta
  /** The name of its file in `web/pages/`, without `.tsx`. */
  file: string
  /** Source paths of further chunks that the document preloads. */
  sources?: readonly string[]
}

/** A path in the form of the catalogue: without trailing slashes. */
export const plainPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/**
 * The page at a URL, as data for the browser: its path in the form of the catalogue, its file and its title.
 */
export type Place = { path: string; file: string; title: string }
