import { createContext, use } from 'react'
import type { Brand } from '#contract/brand.ts'
import type { FailureCode } from '#contract/failure.ts'
import type { AnsweredForm } from '../download/form/answer-form.ts'
import type { Place } from '../routing/page.ts'

/** A platform that a brand offers, with the display name that the brand uses for it. */
export type ShownPlatform = {
  id: string
  name: string
  kind: 'video' | 'audio'
  href: string
  isPopular: boolean
}

/**
 * The data of a document. The renderer writes the data into the document as JSON, and the browser hydrates
 * the page with the data.
 */
export type PageData = {
  brand: Brand
  origin: string
  /** The platforms that the brand has enabled, in the brand's order. */
  shown: readonly ShownPlatform[]
  /** The page that the visitor opens first: its path, its file and its title. */
  place: Place
  /**
   * The query of the URL of `/preview`. It is empty on every other page, because the server renders those
   * pages without a query.
   */
  search: string
  /** Seconds after which finished files are deleted. */
  retentionSeconds: number
  /**
   * Whether another site opened this document. If so, a merge or an extraction starts only after the visitor
   * presses a button.
   */
  isForeign?: boolean | undefined
  /**
   * Whether this document is a preview that a page of this site opened. If so, the page plays the media
   * at once. It does not first ask the edge whether the grant of the media link is valid.
   */
  isOwnPreview?: boolean | undefined
  /**
   * The submitted form and its result. Present if this document is the response to a form that the browser
   * submitted without a script.
   */
  form?: AnsweredForm | undefined
  /** The failure that the visitor sees instead of the requested page. */
  problem?: { status: number; code: FailureCode; message: string } | undefined
}

export const PageDataContext = createContext<PageData | null>(null)

/** Returns the data of the document. */
export function usePageData(): PageData {
  const data = use(PageDataContext)
  if (!data) throw new Error('a page is rendered outside of Root')
  return data
}

/** Returns the brand of this page's host. */
export const useBrand = (): Brand => usePageData().brand
