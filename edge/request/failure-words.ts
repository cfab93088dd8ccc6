import { failureRow, type Failure } from '#contract/failure.ts'
import type { Tag } from '#texts/languages.ts'
import { failureTexts } from '#render'
import { filled } from '#texts/say.ts'

/**
 * The words of a failure. English has some that fit one site or one link better; other languages have the
 * general words of the code.
 */
export function failureWords({ code, message }: Failure, language: Tag): string {
  if (language === 'en') return message
  return filled(language, failureTexts(language).general[code], {
    seconds: failureRow(code).waitSeconds ?? '',
  })
}
