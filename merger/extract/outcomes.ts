import type { FailureCode } from '#contract/failure.ts'
import type { WarningTag } from '../ytdlp/warnings.ts'

type Counts = Record<string, Record<string, number>>

export class Outcomes {
  #codes: Counts = {}
  #tags: Counts = {}

  /** `platform`: a platform's id, or `web`. */
  count(platform: string, code: FailureCode | 'ok', tags: readonly WarningTag[]): void {
    increase(this.#codes, platform, code)
    for (const tag of tags) increase(this.#tags, platform, tag)
  }

  get counts(): { outcomes: Counts; warnings: Counts } {
    return { outcomes: this.#codes, warnings: this.#tags }
  }
}

function increase(counts: Counts, platform: string, name: string): void {
  const row = (counts[platform] ??= {})
  row[name] = (row[name] ?? 0) + 1
}
