import { createContext, use } from 'react'
import type { Brand } from '#contract/brand.ts'
import type { FailureCode } from '#contract/failure.ts'
import type { AnsweredForm } from '../download/form/answer-form.ts'
import type { Place } from '../routing/page.ts'

/** A platform that a brand offers, with the brand's name for it. */
export type ShownPlatform = {
  id: string
  name: string
  kind: 'video' | 'audio'
  href: string
  isPopular: boolean
}

/** The data of a document: the renderer writes it as JSON, and the client hydrates with it. */
export type PageData = {
  brand: Brand
  origin: string
  /** The platforms that the brand has enabled, in its order. */
  shown: readonly ShownPlatform[]
  /** The page at the address of the document. */
  place: Place
  /** The query of the URL, only for `/preview`. The server renders all other pages without it. */
  search: string
  /** Seconds until finished files are deleted. */
  retentionSeconds: number
  /** Whether another site opened this document. Then nothing starts without a press. */
  isForeign?: boolean | undefined
  /** The form that the browser submitted itself for this document, with the server's answer. */
  form?: AnsweredForm | undefined
  problem?: { status: number; code: FailureCode; message: string } | undefined
}

export const PageDataContext = createContext<PageData | null>(null)

/** The data of the document. */
export function usePageData(): PageData {
  const data = use(PageDataContext)
  if (!data) throw new Error('a page is rendered outside of Root')
  return data
}

/** The brand of this page's host. */
export const useBrand = (): Brand => usePageData().brand
