import type { Extraction } from '#contract/engine.ts'

export type ExtractOptions = {
  /** Number of the item in a post with several items, from 1. */
  item?: number
  /** Ignores the cached extraction, because its media links have expired. */
  fresh?: boolean
  signal?: AbortSignal
}

/** The part of the extractor that the merge engine uses. server.ts connects the two. */
export type LinkExtractor = { extract(url: string, options?: ExtractOptions): Promise<Extraction> }
