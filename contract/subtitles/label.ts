import { languageName } from '../language-name.ts'

/** The merger tells subtitles of one language apart by a private subtag (BCP 47). */
const MARK = /-x-(forced|sdh)?\d*$/

const WORDS: Record<string, string> = { forced: 'foreign parts only', sdh: 'SDH' }

/** "German", "English (SDH)", "English (Director's comments)" or what the site calls them. */
export function subtitleLabel({ language, name }: { language: string; name: string | null }): string {
  const mark = MARK.exec(language)
  const known = languageName(language.replace(MARK, ''))
  if (known === null) return name ?? language
  const detail = mark && (WORDS[mark[1] ?? ''] ?? name)
  return detail && detail !== known ? `${known} (${detail})` : known
}
