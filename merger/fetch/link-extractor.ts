import type { Extraction } from '#contract/engine/extraction.ts'

export type ExtractOptions = {
  /** Number of the item in a post with several items, from 1. */
  item?: number
  /**
   * True if the link must be extracted again, because the media links of the cached extraction have expired.
   */
  fresh?: boolean
  signal?: AbortSignal
  /**
   * A keyed hash of the visitor's network. The circuit breakers (egress/breaker.ts) use it to tell visitors
   * apart.
   */
  visitor?: string
}

/** The part of the extractor that the merge engine uses. */
export type LinkExtractor = { extract(url: string, options?: ExtractOptions): Promise<Extraction> }
