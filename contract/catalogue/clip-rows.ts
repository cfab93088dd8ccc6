import { clipText, type Clip } from '../clip.ts'
import type { Extraction } from '../engine/extraction.ts'
import { isImageFile } from '../media-types.ts'
import type { FormatRow } from './format-row.ts'
import { estimate, type Size } from './known-facts.ts'
import { planOfRow } from './row-plan.ts'

/** The same choices as parts of the item. A merger makes each of them. */
export function clipRows(rows: FormatRow[], extraction: Extraction, clip: Clip): FormatRow[] {
  return rows
    .filter((row) => !isImageFile(row.ext))
    .map((row) => {
      const plan = planOfRow(row, extraction)
      return {
        ...row,
        make: { by: 'plan', plan: { ...plan, clip } },
        ext: plan.container,
        ...partOf(row, extraction.duration, clip),
        key: `${row.key}@${clipText(clip)}`,
      }
    })
}

function partOf({ filesize }: Size, duration: number | null, { start, end }: Clip): Size {
  return estimate(filesize === null || !duration ? null : Math.round((filesize * (end - start)) / duration))
}
