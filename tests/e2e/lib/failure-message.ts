import { failureRow, type FailureCode } from '#contract/failure.ts'

/** Returns the sentence that the page shows for a failure. `site` is the name of the platform. */
export function failureMessage(code: FailureCode, site = ''): string {
  const { textWithSite, text } = failureRow(code)
  return textWithSite?.replace('{site}', site) ?? text
}
