import type { ComponentType } from 'react'
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

/** A page with its own component: content pages are declared with it in `content/pages.ts`. */
export type Page = {
  /** Its paths with the leading slash; the first is the main one and stands in the sitemap. */
  paths: readonly string[]
  /** For addresses with a part of their own, like `/blog/2`; true for those that exist. */
  matches?: (path: string) => boolean
  meta: (brand: Brand, path: string) => PageMeta
  /** Source path of its lazy chunk, or of several, for the renderer to preload; absent when it is in the entry. */
  source?: string | readonly string[]
  Component: ComponentType<{ path: string }>
}
