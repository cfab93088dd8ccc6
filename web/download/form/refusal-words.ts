import type { Wording } from '#contract/told.ts'
import { worded } from '#texts/worded.ts'
import { openedLanguage, readTexts } from '../../app/texts.ts'

/** Why a pasted text is refused, in the language of the page. */
export async function refusalWords(wording: Wording): Promise<string> {
  const [links, failures] = await Promise.all([readTexts('links'), readTexts('failures')])
  return worded(openedLanguage(), { links, failures }, wording)
}
