import type { Brand } from '#contract/brand.ts'

/** What the head of a document says. */
export type PageMeta = {
  title: string
  description: string
  /** Path of the page this one is a spelling of; absent = it has no address of its own (404). */
  canonical?: string
  /** False keeps it out of search, whatever the host. */
  isIndexable: boolean
  /** JSON-LD, one object each. */
  jsonLd?: readonly object[]
}

/** The components that pages are made of, by name (`page-components.tsx`). */
export type BodyName =
  | 'home'
  | 'preview'
  | 'platform'
  | 'blog'
  | 'post'
  | 'guide'
  | 'help'
  | 'cookies'
  | 'privacy'
  | 'dmca'
  | 'terms'
  | 'glossary'
  | 'missing'

/** A page of the catalogue. */
export type Page = {
  /** Its paths with the leading slash; the first is the main one and stands in the sitemap. */
  paths: readonly string[]
  /** For addresses with a part of their own, like `/blog/2`; true for those that exist. */
  matches?: (path: string) => boolean
  meta: (brand: Brand, path: string) => PageMeta
  body: BodyName
  /** Source path of its lazy chunk, or of several, for the renderer to preload; absent when it is in the entry. */
  source?: string | readonly string[]
}

/** The path as the catalogue writes it: no slash at the end. */
export const plainPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/** A plain path with what stands there: all that the browser needs to know of the catalogue. */
export type Place = { path: string; body: BodyName; title: string }
