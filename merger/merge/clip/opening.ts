import { FIRST_RANGE } from '../../fetch/byte-range.ts'
import { boxes } from '#media/mp4/boxes.ts'
import { childOf, elementOf, elements, ids } from '#media/matroska/ebml.ts'
import type { MediaFacts } from '#media/media-facts.ts'
import { audioStart } from '#media/sound/mp3-frame.ts'

/** Bytes: enough for the start of most files, and little of a small one. */
export const OPENING = 64 * 1024
/** Bytes. The first fragment tells when the media begins, the first frames of sound tell the bit rate. */
const FIRST_MEDIA = 16 * 1024

/** How much of a file tells what it is and what a clip needs; all before the media, at most the first MiB. */
export function openingLength(head: Buffer, kind: MediaFacts['kind']): number {
  return Math.min(neededLength(head, kind), FIRST_RANGE)
}

function neededLength(head: Buffer, kind: MediaFacts['kind']): number {
  if (kind === 'mp4') {
    const top = [...boxes(head)]
    if (top.some(({ type }) => type === 'mdat' || type === 'moof')) return head.length
    const last = top.at(-1)
    return last?.type === 'moov' || last?.type === 'sidx' ? last.end + FIRST_MEDIA : FIRST_RANGE
  }
  if (kind === 'matroska') {
    const segment = elementOf(ids.segment, elements(head))
    return segment && childOf(head, segment, ids.cluster) ? head.length : FIRST_RANGE
  }
  return audioStart(head) + FIRST_MEDIA
}
