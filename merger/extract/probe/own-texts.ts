import type { Rendition, Subtitle } from '#contract/engine/extraction.ts'
import { headersOf } from '../../fetch/link.ts'
import { inFile } from '#media/subtitles/in-file/in-file.ts'
import type { FileText } from '#media/subtitles/in-file/text-place.ts'
import { canonicalLanguage } from '../renditions/language.ts'
import type { FirstBytes } from './first-bytes.ts'

/** Renditions of one film hold the same texts. A language that the page lists has all of them already. */
export function withTextsOf(found: ReadonlyMap<Rendition, FirstBytes>, listed: Subtitle[]): Subtitle[] {
  for (const [rendition, answer] of found)
    if (typeof answer === 'object' && answer.texts.length > 0)
      return [...listed, ...textsOf(rendition, answer.texts, new Set(listed.map(({ language }) => language)))]
  return listed
}

function textsOf(rendition: Rendition, texts: FileText[], listed: ReadonlySet<string>): Subtitle[] {
  const { url, bound } = rendition
  const counts = new Map<string, number>()
  return texts.flatMap(({ track, language: written, name, mark }) => {
    const language = canonicalLanguage(written) ?? 'und'
    if (listed.has(language)) return []
    const marked = mark ? `${language}-x-${mark}` : language
    const count = (counts.get(marked) ?? 0) + 1
    counts.set(marked, count)
    const numbered = mark ? `${marked}${count}` : `${language}-x-${count}`
    const own = count > 1 ? numbered : marked
    return [
      {
        language: own,
        name,
        url,
        track: inFile(track),
        automatic: false,
        headers: headersOf(rendition),
        bound,
      },
    ]
  })
}
