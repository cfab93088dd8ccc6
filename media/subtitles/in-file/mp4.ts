import { u16 } from '../../bytes.ts'
import { chapterTracks } from '../../chapters/mp4.ts'
import { boxes, boxOf, childrenOf, isWide, type Box } from '../../mp4/boxes.ts'
import { shiftOf } from '../../mp4/edits.ts'
import { readIndex, type Mp4Index, type Mp4Track } from '../../mp4/moov.ts'
import { chunksOf, spansOf } from '../../mp4/samples.ts'
import { inOrder, MAX_CUES } from '../cue.ts'
import { withoutSeams } from '../segments.ts'
import { MAX_SAMPLES, readTextTrack, textEntries } from '../text-track.ts'
import { bytesFrom, type Piece } from './pieces.ts'
import {
  MAX_INDEX_BYTES,
  NO_PREFIX,
  START_BYTES,
  type FileText,
  type Looked,
  type TextPlace,
} from './text-place.ts'

/** Without the titles of chapters. */
export function textsInMp4(bytes: Uint8Array, moov: Box): FileText[] {
  const index = readIndex(bytes, moov)
  const chapters = chapterTracks(index)
  return index.tracks
    .filter((track) => textEntries.has(track.entry.type) && !chapters.includes(track))
    .map((track) => ({ track: track.id, language: languageOf(bytes, track), name: null, mark: null }))
}

/** ISO/IEC 14496-12, section 8.4.2.3: three letters of five bits. Smaller numbers are those of QuickTime. */
function languageOf(bytes: Uint8Array, { boxes: fields }: Mp4Track): string {
  const header = childrenOf(bytes, fields.get('mdia')).get('mdhd')
  if (!header) return 'und'
  const before = isWide(bytes, header) ? 32 : 20
  const packed = u16(bytes, header.body + before)
  const letters = [packed >> 10, packed >> 5, packed].map((bits) => bits & 31)
  if (letters.some((letter) => letter < 1 || letter > 26)) return 'und'
  return String.fromCharCode(...letters.map((letter) => letter + 0x60))
}

export function lookInMp4(pieces: readonly Piece[], id: number, isWhole: boolean): Looked {
  const found = indexIn(pieces)
  if (!found || 'wanted' in found) return found
  const track = found.tracks.find((one) => one.id === id)
  const form = track && textEntries.get(track.entry.type)
  if (!track || !form) return null
  if (!found.isFragmented) return { form, places: placesOf(found, track), prefix: NO_PREFIX, isPacked: false }
  if (!isWhole) return { wanted: { start: 0, length: null } }
  const read = readTextTrack(bytesFrom(pieces, 0), id)
  return read ? { cues: inOrder(withoutSeams(read.cues)) } : null
}

/** Phones and cameras write the index behind the media. */
function indexIn(pieces: readonly Piece[]): Mp4Index | Extract<Looked, { wanted: unknown }> | null {
  const head = bytesFrom(pieces, 0)
  const top = [...boxes(head)]
  const last = top.at(-1)
  const isLater = !boxOf('moov', top) && last !== undefined && last.end >= head.length
  const start = isLater ? last.end : 0
  const bytes = isLater ? bytesFrom(pieces, start) : head
  if (bytes.length === 0) return { wanted: { start, length: START_BYTES } }
  const moov = boxOf('moov', boxes(bytes))
  if (!moov || moov.end - moov.start > MAX_INDEX_BYTES) return null
  if (moov.end > bytes.length) return { wanted: { start, length: moov.end } }
  return readIndex(bytes, moov)
}

/** A pause has a sample of its own, which is a text of no length. */
const PAUSE_BYTES = 2

function placesOf({ bytes, timescale }: Mp4Index, track: Mp4Track): TextPlace[] {
  const places: TextPlace[] = []
  const shift = shiftOf(track.edits, timescale, track.timescale)
  const spans = spansOf(bytes, track.tables)
  let left = MAX_SAMPLES
  for (const { offset, first, count, bytes: lengthOf } of chunksOf(bytes, track.tables)) {
    let at = offset
    for (let sample = first; sample < first + count; sample++) {
      const span = spans.next().value
      if (!span || places.length === MAX_CUES || left-- === 0) return places
      const size = lengthOf(sample, sample + 1)
      const [start = 0, end = 0] = [span.start, span.end].map((ticks) => ticks / track.timescale - shift)
      if (size > PAUSE_BYTES) places.push({ start, end, at, bytes: size })
      at += size
    }
  }
  return places
}
