import { createContext, use } from 'react'
import type { Brand } from '#contract/brand.ts'
import type { FailureCode } from '#contract/failure.ts'
import type { Place } from '../routing/page.ts'

/** A platform as a brand shows it. */
export type ShownPlatform = { id: string; name: string; kind: 'video' | 'audio'; href: string }

/** What the renderer hands to the client, as JSON in the page. */
export type PageData = {
  brand: Brand
  origin: string
  /** The platforms the brand has switched on, in its order. */
  shown: readonly ShownPlatform[]
  /** What stands at the address that was opened. */
  place: Place
  /** Query the page was rendered with; the browser's may say more. */
  search: string
  /** How long finished files live. */
  retentionSeconds: number
  problem?: { status: number; code: FailureCode; message: string } | undefined
}

export const PageDataContext = createContext<PageData | null>(null)

/** The page's own data: brand, origin, retention and the query it was rendered with. */
export function usePageData(): PageData {
  const data = use(PageDataContext)
  if (!data) throw new Error('a page stands outside of Root')
  return data
}

/** The brand of this page's host. */
export const useBrand = (): Brand => usePageData().brand
