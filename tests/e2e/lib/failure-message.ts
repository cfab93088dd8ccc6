import { failureRow, type FailureCode } from '#contract/failure.ts'
import { whyRefused } from '#contract/refused-link.ts'
import { sentenceOf } from '#contract/sentence.ts'

/** The sentence that the page shows when it refuses a text for a reason. */
export function failureMessage(code: FailureCode, text: string): string {
  if (!URL.canParse(text)) return failureRow(code).text
  return code === 'bad_link' ? whyRefused(text).message : sentenceOf(code, text)
}
