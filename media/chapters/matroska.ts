import { elementsIn, fieldsOf, ids, unsigned, type Element } from '../matroska/ebml.ts'
import type { Chapter } from './chapter.ts'

/** RFC 9559, section 5.1.7: the first edition, without the parts of its chapters. */
export function fromMatroska(bytes: Uint8Array, segment: Element): Chapter[] {
  for (const element of elementsIn(bytes, segment)) {
    if (element.id === ids.cluster) return []
    if (element.id !== ids.chapters) continue
    const edition = fieldsOf(bytes, element).get(ids.editionEntry)
    const atoms = edition ? [...elementsIn(bytes, edition)].filter(({ id }) => id === ids.chapterAtom) : []
    return atoms.map((atom) => chapterOf(bytes, atom))
  }
  return []
}

function chapterOf(bytes: Uint8Array, atom: Element): Chapter {
  const fields = fieldsOf(bytes, atom)
  const [start, display] = [fields.get(ids.chapterTimeStart), fields.get(ids.chapterDisplay)]
  const text = display && fieldsOf(bytes, display).get(ids.chapString)
  const title = text ? new TextDecoder().decode(bytes.subarray(text.body, text.end)) : ''
  return { start: start ? unsigned(bytes, start) / 1e9 : 0, title }
}
