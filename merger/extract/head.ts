import { boxAt, boxes, timeHeader, trackFacts } from '../merge/boxes.ts'
import { elements, ids, matroskaFacts } from '../merge/ebml.ts'

type Track = { kind: 'video' | 'audio' | 'other'; codec: string; width: number | null; height: number | null }

/** What the first bytes of a media file say of it. */
export type HeadFacts = {
  /** Seconds. */
  duration: number | null
  tracks: Track[]
  /** Whether these are all its tracks, so that a missing kind is really absent. */
  isAll: boolean
}

/** Reads the beginning of an MP4 or Matroska file, or of an MP4's last part; undefined for others and where its index is elsewhere. */
export function headFacts(head: Buffer): HeadFacts | undefined {
  if (head.length > 4 && head.readUInt32BE(0) === ids.header) return matroska(head)
  const moov = [...boxes(head)].find((box) => box.type === 'moov')
  if (!moov) return undefined
  const header = boxAt(head, moov, 'mvhd')
  const { timescale, ticks } = header ? timeHeader(head, header) : { timescale: 0, ticks: 0 }
  const traks = [...boxes(head, moov.body, Math.min(moov.end, head.length))].filter(
    ({ type }) => type === 'trak',
  )
  const tracks = traks.map((trak) => trackFacts(head, trak)).filter((track) => track !== undefined)
  return {
    duration: timescale && ticks ? ticks / timescale : null,
    tracks,
    isAll: moov.end <= head.length && tracks.length === traks.length,
  }
}

/**
 * Where to read on in an MP4 whose beginning has no index: telephones and cameras write it behind the media, since they
 * know it last (ISO/IEC 14496-12 leaves the order free). In bytes; undefined when what is seen has no such place.
 */
export function behindMedia(head: Buffer): number | undefined {
  const last = [...boxes(head)].at(-1)
  return last?.type === 'mdat' && last.end > head.length ? last.end : undefined
}

function matroska(head: Buffer): HeadFacts | undefined {
  const segment = [...elements(head)].find((element) => element.id === ids.segment)
  if (!segment) return undefined
  const { duration, tracks, start } = matroskaFacts(head, segment)
  // The first cluster stands behind the tracks, so seeing it means having seen them.
  return { duration, tracks, isAll: start !== null }
}
