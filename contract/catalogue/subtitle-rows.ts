import type { Extraction } from '../engine/extraction.ts'
import { tracksOf } from '../engine/kinds.ts'
import type { MergePlan } from '../engine/merge.ts'
import type { SubtitleChoice } from '../subtitles/choice.ts'
import { isImageFile } from '../media-types.ts'
import type { FormatRow } from './format-row.ts'
import { planOfRow } from './row-plan.ts'

const HOLDS_TEXT: ReadonlySet<MergePlan['container']> = new Set(['mp4', 'webm', 'mkv'])

/** The same choices, each video with subtitles inside. A merger makes them. */
export function subtitleRows(
  rows: FormatRow[],
  extraction: Extraction,
  [subtitles, ...more]: readonly SubtitleChoice[],
): FormatRow[] {
  if (!subtitles) return rows
  const chosen = { subtitles, ...(more.length > 0 && { more_subtitles: more }) }
  return rows.map((row) => {
    if (!tracksOf[row.group].picture || isImageFile(row.ext)) return row
    const plan = planOfRow(row, extraction)
    if (!HOLDS_TEXT.has(plan.container)) return row
    const play = row.make.by === 'plan' ? row.make.play : undefined
    return {
      ...row,
      make: { by: 'plan', plan: { ...plan, ...chosen }, ...(play && { play }) },
      ext: plan.container,
    }
  })
}
