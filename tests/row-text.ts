import type { FormatRow } from '#contract/catalogue/format-row.ts'
import { texts } from '#texts/en/labels.ts'
import * as words from '../edge/formats/row-words.ts'

// The English words of rows.

const english = { language: 'en', labels: texts } as const

export const labelOf = (row: FormatRow): string => words.labelOf(row, english)
export const noteOf = (row: FormatRow): string | undefined => words.noteOf(row, english)
