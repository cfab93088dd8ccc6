import type { Clip } from '#contract/clip.ts'
import type { Needed } from '../spans.ts'
import { cuesIn } from './cues.ts'
import { elementsIn, fieldsOf, ids, unsigned, type Element } from './ebml.ts'

/** Seconds. Sound may stand behind the picture that it belongs to. */
const INTERLEAVED = 1

export type Place = { segmentBody: number; scale: number; size: number; picture: number | null }

/** The clusters that a clip needs; null if the index does not say where its pictures begin. */
export function clusterSpans(
  { bytes, cues }: { bytes: Uint8Array; cues: Element },
  { segmentBody, scale, size, picture }: Place,
  clip: Clip,
): Needed | null {
  const points = cuesIn(bytes, cues).map(({ time, track, position }) => ({
    time: (time * scale) / 1e9,
    isKey: picture === null || track === null || track === picture,
    start: segmentBody + position,
  }))
  const [first] = points
  if (!first || !points.some(({ isKey }) => isKey)) return null
  const from = points.findLast(({ time, isKey }) => isKey && time <= clip.start) ?? { ...first, time: 0 }
  // The first of these clusters may begin before the end, as where a cue of subtitles is far inside it.
  const later = points.filter(({ time, start }) => time >= clip.end + INTERLEAVED && start > from.start)
  const after = later.find(({ start }) => start > later[0]!.start)
  return { spans: [{ start: from.start, end: (after?.start ?? size) - 1 }], earliest: from.time }
}

/** The number of the first track of pictures; null without one. */
export function pictureNumber(head: Uint8Array, tracks: Element): number | null {
  for (const entry of elementsIn(head, tracks)) {
    const fields = entry.id === ids.trackEntry ? fieldsOf(head, entry) : null
    const [type, number] = [fields?.get(ids.trackType), fields?.get(ids.trackNumber)]
    if (type && number && unsigned(head, type) === PICTURE) return unsigned(head, number)
  }
  return null
}

/** RFC 9559, section 5.1.4.1.3. */
const PICTURE = 1
