import type { Brand } from '#contract/brand.ts'

/** The contents of a document's head. */
export type PageMeta = {
  title: string
  description: string
  /** Path of the canonical URL. Absent if the page has none (404). */
  canonical?: string
  /** If false, search engines do not index the page on any host. */
  isIndexable: boolean
  /** JSON-LD objects. The document has one script element for each object. */
  jsonLd?: readonly object[]
}

/** One row of the catalogue of all pages (routes.ts): a page with its paths. */
export type PageRow = {
  /**
   * The paths of the page, each with a leading slash. The first path is the main path; the sitemap lists no
   * other path of the page.
   */
  paths: readonly string[]
  /** For pages with a parameter in the path, such as `/blog/2`: returns whether the page exists at a path. */
  matches?: (path: string) => boolean
  meta: (brand: Brand, path: string) => PageMeta
  /** The name of the page's file in `web/pages/`, without `.tsx`. */
  file: string
  /**
   * Chunks that the document preloads besides the chunk of the page itself. Each chunk is named by the path
   * of its source file.
   */
  sources?: readonly string[]
}

/**
 * Returns a path without trailing slashes. The catalogue of pages (routes.ts) contains paths in this form.
 */
export const plainPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/** The page at a URL, as data for the browser: its path without trailing slashes, its file and its title. */
export type Place = { path: string; file: string; title: string }
