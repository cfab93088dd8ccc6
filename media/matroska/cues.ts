import { elementsIn, fieldsOf, ids, unsigned, type Element } from './ebml.ts'

/**
 * `time` and `duration` in units of the file, `position` from the body of its segment, `relative` from that
 * of its cluster (RFC 9559, section 5.1.5).
 */
type Cue = {
  time: number
  track: number | null
  position: number
  relative: number | null
  duration: number | null
}

const FIELDS = [ids.cueTrack, ids.cueClusterPosition, ids.cueRelativePosition, ids.cueDuration]

/** An index names the places of any track: subtitles and sound too, which have no key frames. */
export function cuesIn(bytes: Uint8Array, cues: Element): Cue[] {
  const found: Cue[] = []
  for (const point of elementsIn(bytes, cues)) {
    if (point.id !== ids.cuePoint) continue
    const children = [...elementsIn(bytes, point)]
    const time = children.find(({ id }) => id === ids.cueTime)
    if (!time) continue
    for (const place of children.filter(({ id }) => id === ids.cueTrackPositions)) {
      const fields = fieldsOf(bytes, place)
      const [track, position, relative, duration] = FIELDS.map((id) => {
        const field = fields.get(id)
        return field ? unsigned(bytes, field) : null
      })
      if (typeof position !== 'number') continue
      found.push({
        time: unsigned(bytes, time),
        track: track ?? null,
        position,
        relative: relative ?? null,
        duration: duration ?? null,
      })
    }
  }
  return found
}
