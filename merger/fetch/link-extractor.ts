import type { Extraction } from '#contract/engine/extraction.ts'

export type ExtractOptions = {
  /** Number of the item in a post with several items, from 1. */
  item?: number
  /** Extracts again instead of returning a remembered extraction, because its media links have expired. */
  fresh?: boolean
  signal?: AbortSignal
  /** A keyed hash of the visitor. The breakers of exits count different visitors by it. */
  visitor?: string
}

/**
 * The only method of the extractor that the merge engine uses. server.ts passes the extractor to the engine.
 */
export type LinkExtractor = { extract(url: string, options?: ExtractOptions): Promise<Extraction> }
