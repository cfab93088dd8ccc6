import type { Tag } from './languages.ts'
import { numeralsOf } from './numerals.ts'
import type { Plural, Saying, Values } from './shape.ts'

export type Given = Readonly<Record<string, string | number>>

type Speech = { rule: Intl.PluralRules; number: Intl.NumberFormat }

const speeches = new Map<Tag, Speech>()

function speechOf(language: Tag): Speech {
  const known = speeches.get(language) ?? {
    rule: new Intl.PluralRules(language),
    number: new Intl.NumberFormat(numeralsOf(language)),
  }
  speeches.set(language, known)
  return known
}

const isPlural = (text: Saying): text is Plural => typeof text !== 'string'

/** The form of a sentence for a number. */
function formOf(language: Tag, text: Saying, { n }: Given = {}): string {
  return isPlural(text) ? (text[speechOf(language).rule.select(Number(n))] ?? text.other) : text
}

/** Replaces each name in braces by its value. */
export function filled(language: Tag, text: string, given: Given = {}): string {
  return text.replace(/\{(\w+)\}/g, (name, key: string) => {
    const value = given[key]
    return typeof value === 'number' ? speechOf(language).number.format(value) : (value ?? name)
  })
}

export type Say = <const T extends Saying>(
  text: T,
  ...given: [keyof Values<T>] extends [never] ? [Given?] : [Values<T>]
) => string

export const sayIn =
  (language: Tag): Say =>
  (text, ...[given]) =>
    filled(language, formOf(language, text, given), given)

/** A text without the marks of links and bold words, as `<b>` or `<help>`. */
export const unmarked = (text: string): string => text.replace(/<\/?\w+>/g, '')
