/** Subtitles by language (BCP 47, or the site's own code) and by who wrote them down. */
export type SubtitleChoice = { language: string; automatic: boolean }

const AUTOMATIC = ':automatic'
const MAX_LANGUAGE = 60

/** "de" or "de:automatic". */
export const choiceText = ({ language, automatic }: { language: string; automatic?: boolean | undefined }) =>
  `${language}${automatic ? AUTOMATIC : ''}`

export function parseChoice(text: string | null | undefined): SubtitleChoice | null {
  const automatic = text?.endsWith(AUTOMATIC) ?? false
  const language = automatic ? text!.slice(0, -AUTOMATIC.length) : (text ?? '')
  return language === '' || language.length > MAX_LANGUAGE ? null : { language, automatic }
}

/** Each is fetched while its film waits. */
export const MAX_CHOICES = 12

/** "de,en:automatic": several choices for one file. */
export const choicesText = (choices: readonly SubtitleChoice[]): string => choices.map(choiceText).join(',')

export function parseChoices(text: string | null | undefined): SubtitleChoice[] {
  const single = new Map((text ?? '').split(',').map((one) => [one, parseChoice(one)]))
  return [...single.values()].filter((one) => one !== null).slice(0, MAX_CHOICES)
}
