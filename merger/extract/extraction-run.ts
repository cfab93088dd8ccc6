import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import type { ExtractOptions } from '../fetch/link-extractor.ts'
import type { Answer } from '../ytdlp/facts.ts'
import { tagsOf, type WarningTag } from '../ytdlp/warnings.ts'

/** One extraction, and what yt-dlp has said in it so far. */
export class ExtractionRun {
  readonly link: string
  readonly options: ExtractOptions
  readonly started = Date.now()
  /** yt-dlp's process gets this one, because it stops at the deadline by itself and reports `timeout`. */
  readonly stop: AbortSignal
  /** Also fires at the deadline. */
  readonly ending: AbortSignal
  /** Aborted when it has given its slot back. */
  readonly idle = new AbortController()
  tags: WarningTag[] = []
  requests = 0
  oddities: Record<string, number> = {}

  constructor(link: string, options: ExtractOptions, idleEnd: AbortSignal) {
    this.link = link
    this.options = options
    this.stop = AbortSignal.any([idleEnd, ...(options.signal ? [options.signal] : [])])
    this.ending = AbortSignal.any([this.stop, AbortSignal.timeout(EXTRACTION_DEADLINE_MS)])
  }

  /** The time in the queue counts towards the deadline. */
  get secondsLeft(): number {
    return Math.max(1, (this.started + EXTRACTION_DEADLINE_MS - Date.now()) / 1_000)
  }

  saw({ warnings = [], requests = 0, oddities = {} }: Answer): void {
    this.tags = tagsOf(warnings)
    this.requests += requests
    for (const [name, count] of Object.entries(oddities))
      this.oddities[name] = (this.oddities[name] ?? 0) + count
  }
}
