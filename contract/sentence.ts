import { failureRow, type FailureCode } from './failure.ts'
import { platformOf } from './platforms/index.ts'

/**
 * Returns the sentence that a visitor reads when a link fails. It is the first of these that exists:
 * 1. the platform's own sentence for the failure code;
 * 2. the general sentence with the platform's name;
 * 3. the general sentence without a name.
 */
export function sentenceOf(code: FailureCode, link: string): string {
  const platform = platformOf(new URL(link))
  const { text, textWithSite } = failureRow(code)
  if (!platform) return text
  return platform.words?.[code] ?? textWithSite?.replace('{site}', platform.displayName) ?? text
}
