import type { Extraction } from '#contract/engine.ts'

export type ExtractOptions = {
  /** Item of a post with several, from 1. */
  item?: number
  /** Skips what is remembered, for media links that have ended. */
  fresh?: boolean
  signal?: AbortSignal
}

/** What merge knows of extract; server.ts connects them. */
export type LinkExtractor = { extract(url: string, options?: ExtractOptions): Promise<Extraction> }
