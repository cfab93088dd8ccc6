import { createContext, use } from 'react'
import type { PublicHealth } from '#contract/api.ts'
import type { Brand } from '#contract/brand.ts'
import type { FailureCode } from '#contract/failure.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import type { AnsweredForm } from '../download/form/answer-form.ts'
import type { PartName, Parts } from '#texts/parts.ts'
import type { Tag } from '#texts/languages.ts'
import type { Place } from '../routing/page.ts'

export type ShownPlatform = {
  id: string
  name: string
  kind: Platform['kind']
  href: string
  isPopular: boolean
}

/**
 * The renderer writes the data into the document as JSON, and the browser hydrates the page with the data.
 */
export type PageData = {
  brand: Brand
  language: Tag
  /** What stands before the paths of links to pages in this language: `/zh-hans`, or nothing. */
  base: string
  /** Whether the address of this document begins with `base`. */
  isAtBase: boolean
  /** What offers the page in each other language, in that language. */
  offers?: { [Language in Tag]?: string } | undefined
  /** The texts that this page has read, and those of later parts as soon as they are loaded. */
  texts: { [Name in PartName]?: Parts[Name] }
  /** The first part of the names of the files with all texts, which each build writes. */
  textFiles: string
  origin: string
  shown: readonly ShownPlatform[]
  place: Place
  /**
   * The query of the URL of `/preview`. It is empty on every other page, because the server renders those
   * pages without a query.
   */
  search: string
  /** Seconds after which finished files are deleted. */
  retentionSeconds: number
  /** The same in words. */
  retention: string
  /** Only in the document of the status page. */
  health?: PublicHealth | undefined
  isForeign?: boolean | undefined
  /**
   * Whether this document is a preview that a page of this site opened. If so, the page plays the media
   * at once. It does not first ask the edge whether the grant of the media link is valid.
   */
  isOwnPreview?: boolean | undefined
  /** Present if this document is the response to a form that the browser submitted without a script. */
  form?: AnsweredForm | undefined
  /** The failure that the visitor sees instead of the requested page. */
  problem?: { status: number; code: FailureCode; message: string } | undefined
}

export const PageDataContext = createContext<PageData | null>(null)

export function usePageData(): PageData {
  const data = use(PageDataContext)
  if (!data) throw new Error('a page is rendered outside of Root')
  return data
}

export const useBrand = (): Brand => usePageData().brand
