import type { FileHandle } from 'node:fs/promises'
import {
  childOf,
  elements,
  ids,
  matroskaFacts,
  string,
  unsigned,
  type MatroskaFacts,
} from '../../media/ebml.ts'

/** How much of the file's front is read: head, index and tags, with room. */
const BEYOND_RESERVE = 1024 ** 2

/**
 * Proves by its structure that a WebM or Matroska file was finished: a segment of known size that fills the file, a duration,
 * and an index before the media that leads to places inside it. Throws an Error that says what is wrong.
 */
export async function proveMatroska(
  file: FileHandle,
  size: number,
  reserve: number,
  kind: 'webm' | 'matroska',
): Promise<MatroskaFacts> {
  const front = Buffer.alloc(Math.min(size, reserve + BEYOND_RESERVE))
  await file.read(front, 0, front.length, 0)
  const [header, segment] = [...elements(front)]
  const docType = header?.id === ids.header ? childOf(front, header, ids.docType) : undefined
  if (!docType || string(front, docType) !== kind) throw new Error(`not ${kind}`)
  if (segment?.id !== ids.segment || segment.end !== size)
    throw new Error(`the segment ends at ${segment?.end}, the file at ${size}`)
  const facts = matroskaFacts(front, segment)
  if (!facts.duration) throw new Error('no duration')
  const cues = childOf(front, segment, ids.cues)
  const cluster = childOf(front, segment, ids.cluster)
  if (!cluster) throw new Error('no cluster near the front')
  if (!cues || cues.start > cluster.start) throw new Error('no index before the media')
  let last = 0
  for (const point of elements(front, cues.body, cues.end)) {
    const place = point.id === ids.cuePoint && childOf(front, point, ids.cueTrackPositions)
    const position = place && childOf(front, place, ids.cueClusterPosition)
    if (position) last = Math.max(last, segment.body + unsigned(front, position))
  }
  if (last < cluster.start || last >= size) throw new Error('the index leads nowhere')
  return facts
}
