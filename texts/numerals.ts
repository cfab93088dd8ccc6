import type { Tag } from './languages.ts'

/** Digits are Latin in all languages, as they are in resolutions, codecs and clock times. */
export const numeralsOf = (language: Tag): string => `${language}-u-nu-latn`
