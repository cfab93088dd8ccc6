import { boxAt, boxes, timeHeader, trackFacts } from './boxes.ts'
import { elements, ids, matroskaFacts } from './ebml.ts'
import { FRAME_HEAD, soundStart } from './mp3-frame.ts'
import type { HeadFacts } from './head-facts.ts'
import { mp3Facts } from './mp3-head.ts'

/**
 * Reads the beginning of a file, or what `readingOn` led to: MP4, Matroska and MP3, which the proofs of finished files read too.
 * Undefined for others, and where what tells is elsewhere.
 * @param rest bytes from the first of these to the end of the file; null = unknown
 */
export function headFacts(head: Buffer, rest: number | null): HeadFacts | undefined {
  if (head.length > 4 && head.readUInt32BE(0) === ids.header) return matroska(head)
  const moov = [...boxes(head)].find((box) => box.type === 'moov')
  if (!moov) return mp3Facts(head, rest)
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
 * Where to read on in a file whose beginning does not tell. An MP4 may have its index behind the media: telephones and cameras know
 * it last (ISO/IEC 14496-12 leaves the order free). Before an MP3 there may be a large picture. In bytes; undefined when what
 * is seen has no such place.
 */
export function readingOn(head: Buffer): number | undefined {
  const sound = soundStart(head)
  if (sound > 0) return sound + FRAME_HEAD > head.length ? sound : undefined
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
