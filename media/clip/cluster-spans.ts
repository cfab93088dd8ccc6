import type { Clip } from '#contract/clip.ts'
import { childOf, elementsIn, fieldsOf, ids, unsigned, type Element } from '../matroska/ebml.ts'
import type { Needed } from '../spans.ts'

/** Seconds. Sound may stand behind the picture that it belongs to. */
const INTERLEAVED = 1

/** The clusters that a clip needs, by the index of the file (RFC 9559, section 5.1.5). */
export function clusterSpans(
  { bytes, cues }: { bytes: Buffer; cues: Element },
  { segmentBody, scale, size }: { segmentBody: number; scale: number; size: number },
  clip: Clip,
): Needed | null {
  const points: { time: number; start: number }[] = []
  for (const point of elementsIn(bytes, cues)) {
    if (point.id !== ids.cuePoint) continue
    const fields = fieldsOf(bytes, point)
    const [time, place] = [fields.get(ids.cueTime), fields.get(ids.cueTrackPositions)]
    const position = place && childOf(bytes, place, ids.cueClusterPosition)
    if (time && position)
      points.push({
        time: (unsigned(bytes, time) * scale) / 1e9,
        start: segmentBody + unsigned(bytes, position),
      })
  }
  const [first] = points
  if (!first) return null
  const from = points.findLast(({ time }) => time <= clip.start) ?? first
  const after = points.find(({ time, start }) => time >= clip.end + INTERLEAVED && start > from.start)
  return { spans: [{ start: from.start, end: (after?.start ?? size) - 1 }], earliest: from.time }
}
