import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { toldOf } from '#contract/sentence.ts'
import { refusalTexts } from '#render'
import type { Tag } from '#texts/languages.ts'
import { worded } from '#texts/worded.ts'

/** The words of a failure: its own, or those of the code. */
export function failureWords({ code, message, wording }: Failure, language: Tag): string {
  if (language === 'en') return message
  const seconds = String(failureRow(code).waitSeconds ?? '')
  const usual = { text: `failures.general.${code}`, values: { seconds } }
  return worded(language, refusalTexts(language), wording ?? usual)
}

/** The words of a failure of a link. */
export const sentenceIn = (language: Tag, code: FailureCode, link: string): string =>
  failureWords(new Failure(code, toldOf(code, link)), language)
