import { failureRow, type FailureCode } from './failure.ts'
import { platformOf } from './platforms/index.ts'

/**
 * Returns the sentence that a visitor reads when a link fails. The platform's own sentence comes first, then
 * the general sentence with the platform's name, then the plain general sentence.
 */
export function sentenceOf(code: FailureCode, link: string): string {
  const platform = platformOf(new URL(link))
  const { text, named } = failureRow(code)
  if (!platform) return text
  return platform.words?.[code] ?? named?.replace('{site}', platform.displayName) ?? text
}
