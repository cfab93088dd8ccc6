import type { ExitReport, Extraction } from '#contract/engine/extraction.ts'

export type ExtractOptions = {
  /** From 1. */
  item?: number
  /** The media links of the cached extraction have expired. */
  fresh?: boolean
  signal?: AbortSignal
  exit?: string | undefined
  /** Throws LedElsewhere for a short link, and for a link of no known platform that leads to one. */
  stopsAtPlatform?: boolean
  onExit?: (report: ExitReport) => void
  /** Called once, with how often each oddity was met; not for a remembered result. */
  onOddities?: (counts: Record<string, number>) => void
  /** Called at most once. */
  onIdle?: () => void
}

export type LinkExtractor = { extract(url: string, options?: ExtractOptions): Promise<Extraction> }
