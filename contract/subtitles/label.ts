import { languageName } from '../language-name.ts'

/** The merger tells subtitles of one language apart by a private subtag (BCP 47). */
const MARK = /-x-(forced|sdh)?\d*$/

type Words = {
  nameOf: (code: string) => string | null
  marks: Readonly<Record<string, string>>
}

const english: Words = {
  nameOf: languageName,
  marks: { und: 'language not stated', forced: 'foreign parts only', sdh: 'SDH' },
}

/** "German", "English (SDH)", "English (Director's comments)" or what the site calls them. */
export function subtitleLabel(
  { language, name }: { language: string; name: string | null },
  { nameOf, marks } = english,
): string {
  const mark = MARK.exec(language)
  const bare = language.replace(MARK, '')
  const known = nameOf(bare)
  if (known === null) return name ?? (bare === 'und' ? marks['und'] : undefined) ?? language
  if (!mark) return known
  const detail = marks[mark[1] ?? ''] ?? name
  return detail && detail !== known ? `${known} (${detail})` : known
}
