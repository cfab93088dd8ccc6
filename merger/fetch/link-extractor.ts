import type { Extraction } from '#contract/engine/extraction.ts'

export type ExtractOptions = {
  /** Number of the item in a post with several items, from 1. */
  item?: number
  /** True: extracts the link again, because the media links of a remembered extraction have expired. */
  fresh?: boolean
  signal?: AbortSignal
  /** A keyed hash of the visitor, by which the circuit breakers count different visitors. */
  visitor?: string
}

/** The part of the extractor that the merge engine uses. */
export type LinkExtractor = { extract(url: string, options?: ExtractOptions): Promise<Extraction> }
