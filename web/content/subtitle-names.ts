import { parseChoices } from '#contract/subtitles/choice.ts'
import { subtitleLabel } from '#contract/subtitles/label.ts'
import type { Figures } from '#texts/figures.ts'

/** "German and English" for what `choicesText` has written. */
export function subtitleNames(choices: string, { languageName, list }: Figures): string {
  const words = { nameOf: languageName, marks: {} }
  const names = parseChoices(choices).map(({ language }) => subtitleLabel({ language, name: null }, words))
  return list([...new Set(names)])
}
