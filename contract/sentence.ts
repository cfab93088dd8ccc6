import { failureRow, type FailureCode } from './failure.ts'
import { servedBy } from './platforms/index.ts'
import { told, type Told } from './told.ts'

/** The words of a failure of a link: some fit its site better than those of the code. */
export function toldOf(code: FailureCode, link: string): Told {
  const platform = servedBy(new URL(link))
  const { text, textWithSite } = failureRow(code)
  const special = platform?.words?.[code]
  if (special) return special
  if (!platform || textWithSite === undefined) return told(text, `failures.general.${code}`)
  const site = platform.displayName
  return told(textWithSite.replace('{site}', site), `failures.withSite.${code}`, { values: { site } })
}

export const sentenceOf = (code: FailureCode, link: string): string => toldOf(code, link).message
