import type { FailureCode } from '#contract/failure.ts'
import type { WarningTag } from '../ytdlp/warnings.ts'

type Counts = Record<string, Record<string, number>>

/**
 * Counts the outcomes of extractions and the kinds of yt-dlp's warnings, for each platform, since the start
 * of the process.
 */
export class Outcomes {
  #codes: Counts = {}
  #tags: Counts = {}

  /** Counts one extraction. `platform` is a platform's id, or `web` for any other site. */
  count(platform: string, code: FailureCode | 'ok', tags: readonly WarningTag[]): void {
    increase(this.#codes, platform, code)
    for (const tag of tags) increase(this.#tags, platform, tag)
  }

  /**
   * The counts of each platform. `outcomes` counts extractions by failure code or `ok`. `warnings` counts
   * extractions by kind of warning.
   */
  get counts(): { outcomes: Counts; warnings: Counts } {
    return { outcomes: this.#codes, warnings: this.#tags }
  }
}

function increase(counts: Counts, platform: string, name: string): void {
  const row = (counts[platform] ??= {})
  row[name] = (row[name] ?? 0) + 1
}
