import { failureRow, type FailureCode } from './failure.ts'
import { servedBy } from './platforms/index.ts'

export function sentenceOf(code: FailureCode, link: string): string {
  const platform = servedBy(new URL(link))
  const { text, textWithSite } = failureRow(code)
  if (!platform) return text
  return platform.words?.[code] ?? textWithSite?.replace('{site}', platform.displayName) ?? text
}
