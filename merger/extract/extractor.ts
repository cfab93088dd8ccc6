import type { Extraction } from '#contract/engine.ts'
import type { Config } from '../config.ts'
import type { Egress } from '../egress.ts'

export type ExtractOptions = {
  /** Item of a post with several, from 1. */
  item?: number
  /** Skips what is remembered, for media links that have ended. */
  fresh?: boolean
  signal?: AbortSignal
}

/** Turns a link into its renditions. */
export declare class Extractor {
  constructor(config: Config, egress: Egress)
  /** Throws a Failure by its cause; `busy` when too many wait already. */
  extract(url: string, options?: ExtractOptions): Promise<Extraction>
  close(): Promise<void>
}
