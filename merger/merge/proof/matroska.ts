import type { FileHandle } from 'node:fs/promises'
import { childOf, elements, ids, matroskaFacts, string, unsigned } from '../../media/ebml.ts'
import type { MediaFacts } from '../../media/media-facts.ts'

/** Bytes for the header, the tags and the start of the first cluster. */
const BEYOND_RESERVE = 1024 ** 2

export async function proveMatroska(
  file: FileHandle,
  size: number,
  indexReserve: number,
  kind: 'webm' | 'matroska',
): Promise<MediaFacts> {
  const head = Buffer.alloc(Math.min(size, indexReserve + BEYOND_RESERVE))
  await file.read(head, 0, head.length, 0)
  const [header, segment] = [...elements(head)]
  const docType = header?.id === ids.header ? childOf(head, header, ids.docType) : undefined
  if (!docType || string(head, docType) !== kind) throw new Error(`not ${kind}`)
  if (segment?.id !== ids.segment || segment.end !== size)
    throw new Error(`the segment ends at ${segment?.end}, the file at ${size}`)
  const facts = matroskaFacts(head, segment)
  if (!facts.duration) throw new Error('no duration')
  const cues = childOf(head, segment, ids.cues)
  const cluster = childOf(head, segment, ids.cluster)
  if (!cluster) throw new Error('no cluster near the start')
  if (!cues || cues.start > cluster.start) throw new Error('no index before the media')
  let last = 0
  for (const point of elements(head, cues.body, cues.end)) {
    const place = point.id === ids.cuePoint && childOf(head, point, ids.cueTrackPositions)
    const position = place && childOf(head, place, ids.cueClusterPosition)
    if (position) last = Math.max(last, segment.body + unsigned(head, position))
  }
  if (last < cluster.start || last >= size) throw new Error('the index points outside the media')
  return facts
}
