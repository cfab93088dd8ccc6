import { failureRow, type FailureCode } from './failure.ts'
import { platformOf } from './platforms/index.ts'

/**
 * The sentence of a failure for the visitor who asked for a link: the platform's own one, else the general
 * one with the platform's name, else the general one.
 */
export function sentenceOf(code: FailureCode, link: string): string {
  const platform = platformOf(new URL(link))
  const { text, named } = failureRow(code)
  if (!platform) return text
  return platform.words?.[code] ?? named?.replace('{site}', platform.displayName) ?? text
}
