import type { Extraction } from '#contract/engine/extraction.ts'

export type ExtractOptions = {
  /** From 1. */
  item?: number
  /** The media links of the cached extraction have expired. */
  fresh?: boolean
  signal?: AbortSignal
  /** A keyed hash of the visitor's network. */
  visitor?: string
}

export type LinkExtractor = { extract(url: string, options?: ExtractOptions): Promise<Extraction> }
