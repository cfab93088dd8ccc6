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
