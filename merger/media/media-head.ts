import { boxAt, boxes, boxOf, timeHeader, trackFacts } from './boxes.ts'
import { elementOf, elements, ids, matroskaFacts } from './ebml.ts'
import { FRAME_HEAD, audioStart } from './mp3-frame.ts'
import { orUndefined } from './out-of-range.ts'
import type { HeadFacts } from './head-facts.ts'
import { mp3Facts } from './mp3-head.ts'

/**
 * Reads the facts of an MP4, Matroska or MP3 file from its first bytes, or from the bytes at `readingOn`.
 * Returns undefined for other formats, for damaged headers, and when the index is not among the bytes.
 * @param rest bytes from the start of `head` to the end of the file; null = unknown
 */
export function headFacts(head: Buffer, rest: number | null): HeadFacts | undefined {
  return orUndefined(() => factsOf(head, rest))
}

function factsOf(head: Buffer, rest: number | null): HeadFacts | undefined {
  if (head.length > 4 && head.readUInt32BE(0) === ids.header) return matroska(head)
  const moov = boxOf('moov', boxes(head))
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
 * The offset at which the facts of a file begin when they are not in its first bytes; undefined when there is
 * no such place. An MP4 may have its index behind the media, because phones and cameras write it last
 * (ISO/IEC 14496-12 allows any order). An MP3 may begin with a large picture.
 */
export function readingOn(head: Buffer): number | undefined {
  const audio = audioStart(head)
  if (audio > 0) return audio + FRAME_HEAD > head.length ? audio : undefined
  const last = orUndefined(() => [...boxes(head)].at(-1))
  return last?.type === 'mdat' && last.end > head.length ? last.end : undefined
}

function matroska(head: Buffer): HeadFacts | undefined {
  const segment = elementOf(ids.segment, elements(head))
  if (!segment) return undefined
  const { duration, tracks, start } = matroskaFacts(head, segment)
  // The tracks come before the first cluster, so they are complete when its timestamp was read.
  return { duration, tracks, isAll: start !== null }
}
