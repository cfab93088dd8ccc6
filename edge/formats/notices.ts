import { clockText } from '#contract/clip.ts'
import type { Extraction } from '#contract/engine/extraction.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { figures } from '#texts/figures.ts'
import { sayIn } from '#texts/say.ts'
import type { LabelWords } from './row-words.ts'

/** What stands above the formats; `tooLarge`: heights that are missing. */
export function noticeOf(extraction: Extraction, tooLarge: number[], words: LabelWords): string | null {
  return [itemNotice(extraction, words), limitNotice(tooLarge, words)].filter(Boolean).join(' ') || null
}

function itemNotice(
  { section, part, extractor, is_preview }: Extraction,
  { language, labels: { notices } }: LabelWords,
): string | null {
  if (is_preview) return notices.preview
  if (section) {
    const timeOf = (at: number) => clockText(Math.round(at))
    return sayIn(language)(notices.section, { start: timeOf(section.start), end: timeOf(section.end) })
  }
  if (extractor !== 'feed' || !part) return null
  return part.index === 1 && (part.total ?? 1) > 1 ? notices.newest : null
}

const LIMIT = `${MAX_FILE_BYTES / 1024 ** 3} GB`

function limitNotice(tooLarge: number[], { language, labels }: LabelWords): string | null {
  if (tooLarge.length === 0) return null
  const heights = figures(language).list(tooLarge.map((height) => `${height}p`))
  return sayIn(language)(labels.notices.tooLarge, { n: tooLarge.length, heights, limit: LIMIT })
}
