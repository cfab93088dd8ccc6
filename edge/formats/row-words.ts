import type { FormatRow } from '#contract/catalogue/format-row.ts'
import { factsOf, labelFact, type RowFact } from '#contract/catalogue/row-facts.ts'
import { figures } from '#texts/figures.ts'
import type { Tag } from '#texts/languages.ts'
import type { Parts } from '#texts/parts.ts'
import { filled, sayIn } from '#texts/say.ts'

export type LabelWords = { language: Tag; labels: Parts['labels'] }

export function labelOf(row: FormatRow, { language, labels }: LabelWords): string {
  const { key, ...values } = labelFact(row)
  return filled(language, labels.rows[key], values)
}

export function noteOf(row: FormatRow, words: LabelWords): string | undefined {
  const { language, labels } = words
  const facts = factsOf(row).map((fact) => factText(fact, words))
  if (facts.length === 0) return undefined
  return facts.reduce((before, next) => sayIn(language)(labels.notes.several, { before, next }))
}

function factText(fact: RowFact, { language, labels }: LabelWords): string {
  if ('text' in fact) return fact.text
  const { key, ...values } = fact
  if (!('language' in values)) return filled(language, labels.notes[key], values)
  const name = figures(language).languageName(values.language) ?? values.language
  return filled(language, labels.notes[key], { language: name })
}
