import { u32, u64, u8 } from '../bytes.ts'
import { boxAt, boxes, boxesIn, boxOf, childrenOf, type Box } from '../mp4/boxes.ts'
import { readIndex, type Mp4Index, type Mp4Track } from '../mp4/moov.ts'
import { MAX_TRACKS } from '../media-facts.ts'
import { chunksOf, spansOf } from '../mp4/samples.ts'
import { MAX_FILE_CHAPTERS, type Chapter } from './chapter.ts'

/** Nero's list: units of 100 ns, and titles with their length before them. */
const NERO_UNITS = 1e7

export function fromMoov(bytes: Uint8Array, moov: Box): Chapter[] {
  const list = boxAt(bytes, moov, 'udta', 'chpl')
  if (!list) return []
  const isNew = u8(bytes, list.body) === 1
  let at = list.body + (isNew ? 8 : 4)
  const count = u8(bytes, at++)
  const chapters: Chapter[] = []
  for (let n = 0; n < count && at < list.end; n++) {
    const length = u8(bytes, at + 8)
    const title = new TextDecoder().decode(bytes.subarray(at + 9, at + 9 + length))
    chapters.push({ start: u64(bytes, at) / NERO_UNITS, title })
    at += 9 + length
  }
  return chapters
}

/** Seconds of the item, and the place of the text in the file. */
type Place = { start: number; at: number; bytes: number }

/** The samples of the text track that another track calls its chapters (QuickTime, `tref` with `chap`). */
export function textPlaces(bytes: Uint8Array): Place[] {
  const moov = boxOf('moov', boxes(bytes))
  const index = moov && readIndex(bytes, moov)
  const [track] = index ? chapterTracks(index) : []
  return track ? placesOf(bytes, track) : []
}

/** The first has the titles. Others have their links, or pictures. */
export function chapterTracks({ bytes, box, tracks }: Mp4Index): Mp4Track[] {
  const texts = tracks.filter(({ handler }) => ['text', 'sbtl'].includes(handler))
  const ids = [...boxesIn(bytes, box)].flatMap((trak) => chapterIds(bytes, trak))
  return texts.filter(({ id }) => ids.includes(id)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

function chapterIds(bytes: Uint8Array, trak: Box): number[] {
  const list = childrenOf(bytes, childrenOf(bytes, trak).get('tref')).get('chap')
  if (!list) return []
  const count = Math.floor((list.end - list.body) / 4)
  return Array.from({ length: Math.min(count, MAX_TRACKS) }, (_, at) => u32(bytes, list.body + 4 * at))
}

function placesOf(bytes: Uint8Array, { tables, timescale }: Mp4Track): Place[] {
  const places: Place[] = []
  const spans = spansOf(bytes, tables)
  for (const { offset, first, count, bytes: lengthOf } of chunksOf(bytes, tables))
    for (let sample = first; sample < first + count; sample++) {
      if (places.length === MAX_FILE_CHAPTERS) return places
      const start = (spans.next().value?.start ?? 0) / timescale
      places.push({ start, at: offset + lengthOf(first, sample), bytes: lengthOf(sample, sample + 1) })
    }
  return places
}
