import { u32 } from '../bytes.ts'
import { boxes, boxOf } from '../mp4/boxes.ts'
import { timedText } from '../mp4/timed-text.ts'
import { elementOf, elements, ids } from '../matroska/ebml.ts'
import { orUndefined } from '../out-of-range.ts'
import { MAX_FILE_CHAPTERS, type Chapter } from './chapter.ts'
import { fromId3 } from './id3.ts'
import { fromMatroska } from './matroska.ts'
import { fromMoov, textPlaces } from './mp4.ts'
import { fromComments } from './vorbis.ts'

/** Chapters in the first bytes of a file, or in the bytes that begin with its index. */
export const fileChapters = (head: Uint8Array): Chapter[] =>
  (orUndefined(() => readChapters(head)) ?? []).slice(0, MAX_FILE_CHAPTERS)

function readChapters(head: Uint8Array): Chapter[] {
  if (head.length >= 4 && u32(head, 0) === ids.header) {
    const segment = elementOf(ids.segment, elements(head))
    return segment ? fromMatroska(head, segment) : []
  }
  const moov = boxOf('moov', boxes(head))
  if (moov) return fromMoov(head, moov)
  return [fromId3, fromComments].map((read) => read(head)).find((found) => found.length > 0) ?? []
}

/** Bytes of a file from `start` on that hold the titles of its chapter track. */
type Titles = { start: number; end: number }

/** Null unless the index names a track of chapters. */
export function chapterTitles(head: Uint8Array): Titles | null {
  const places = orUndefined(() => textPlaces(head)) ?? []
  if (places.length === 0) return null
  return {
    start: Math.min(...places.map(({ at }) => at)),
    end: Math.max(...places.map(({ at, bytes }) => at + bytes)),
  }
}

/** @param text the bytes of the file from `from` on; empty: chapters without titles */
export const trackChapters = (head: Uint8Array, text: Uint8Array, from: number): Chapter[] =>
  (orUndefined(() => textPlaces(head)) ?? []).map(({ start, at, bytes }) => ({
    start,
    title: timedText(text.subarray(Math.max(0, at - from), Math.max(0, at - from + bytes))),
  }))
