import type { languages, Tag } from './languages.ts'

/** One sentence for each plural form of a language. The number `{n}` decides. */
export type Plural = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }
export type Saying = string | Plural

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Marks<T extends string> = T extends `${string}<${infer Mark}>${infer Rest}` ? Mark | Marks<Rest> : never
type Said<T> = T extends string ? T : T extends Plural ? T[keyof T] & string : never

/** The names in braces of a sentence, with a value for each. */
export type Values<T extends Saying> = {
  readonly [Name in Names<Said<T>>]: string | number
} & (T extends Plural ? { readonly n: number } : unknown)

type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer All) => void
  ? All
  : never
type Has<Part extends string> = Part extends unknown ? `${string}${Part}${string}` : never

/** A text with the names in braces and the marks of the English text. */
type TextLike<T extends string> = [Names<T> | Marks<T>] extends [never]
  ? string
  : Both<Has<`{${Names<T>}}` | `<${Marks<T>}>`>>

/** A group of texts can have a key `other` too, but never beside plural forms alone. */
type IsPlural<English> = English extends Plural
  ? keyof English extends Intl.LDMLPluralRule
    ? true
    : false
  : false

/** The shape of a translation into the language `L`: each text of English, and each plural form of `L`. */
export type In<L extends Tag, English> = English extends string
  ? TextLike<English>
  : IsPlural<English> extends true
    ? { readonly [Form in (typeof languages)[L]['plurals'][number]]: string }
    : { readonly [Key in keyof English]: In<L, English[Key]> }
