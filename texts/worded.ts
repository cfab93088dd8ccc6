import type { Wording } from '#contract/told.ts'
import type { Tag } from './languages.ts'
import type { Parts } from './parts.ts'
import { filled } from './say.ts'

export type RefusalTexts = Pick<Parts, 'failures' | 'links'>

function textAt(texts: RefusalTexts, path: string): string {
  const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], texts)
  if (typeof found !== 'string') throw new Error(`There is no text ${path}.`)
  return found
}

/** A sentence of contract in a language. */
export function worded(language: Tag, texts: RefusalTexts, { text, values, found }: Wording): string {
  const named = found === undefined ? values : { ...values, found: textAt(texts, found) }
  return filled(language, textAt(texts, text), named)
}
