import { joined, u32 } from '../../bytes.ts'
import { elementOf, elements, ids } from '../../matroska/ebml.ts'
import { boxes, boxOf } from '../../mp4/boxes.ts'
import { orUndefined } from '../../out-of-range.ts'
import { inOrder, type Cue } from '../cue.ts'
import { sampleReaders } from '../samples.ts'
import { lookInMatroska, textInWindow, textsInMatroska } from './matroska.ts'
import { lookInMp4, textsInMp4 } from './mp4.ts'
import { bytesFrom, type Piece } from './pieces.ts'
import {
  START_BYTES,
  type FileText,
  type Looked,
  type Places,
  type Samples,
  type TextPlace,
  type TextSample,
} from './text-place.ts'

const MARK = 'in-file:'

/** Where a link to subtitles names the track of a manifest, this names that of a file. */
export const inFile = (track: number): string => `${MARK}${track}`

export function trackInFile(track: string | undefined): number | null {
  return track?.startsWith(MARK) ? Number(track.slice(MARK.length)) : null
}

const isMatroska = (head: Uint8Array) => head.length >= 4 && u32(head, 0) === ids.header

/** @param index the first bytes of a file, or those that begin with its index */
export const fileTexts = (index: Uint8Array): FileText[] => orUndefined(() => textsIn(index)) ?? []

/** How many bytes of an MP4 index are behind these; 0 for what is no such index, or too much for a look. */
export function restOfIndex(index: Uint8Array): number {
  const moov = orUndefined(() => boxOf('moov', boxes(index)))
  const rest = moov ? moov.end - index.length : 0
  return rest > 0 && rest <= START_BYTES ? rest : 0
}

function textsIn(index: Uint8Array): FileText[] {
  if (isMatroska(index)) {
    const segment = elementOf(ids.segment, elements(index))
    return segment ? textsInMatroska(index, segment) : []
  }
  const moov = boxOf('moov', boxes(index))
  return moov ? textsInMp4(index, moov) : []
}

/**
 * Where the texts of a track stand, or which bytes tell that.
 * @param isWhole one of the pieces is the whole file
 */
export function textPlaces(pieces: readonly Piece[], track: number, isWhole: boolean): Looked {
  const look = isMatroska(bytesFrom(pieces, 0)) ? lookInMatroska : lookInMp4
  return orUndefined(() => look(pieces, track, isWhole)) ?? null
}

/** A text whose bytes are missing is a hole. */
export function textSamples(
  pieces: readonly Piece[],
  { places, ...written }: Places,
  track: number,
): Samples {
  // Texts share no bytes. Those of a hostile file are all the same long one.
  let left = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const samples = places.flatMap((place) => {
    const bytes = bytesFrom(pieces, place.at).subarray(0, place.bytes)
    const found = orUndefined(() => textAt(bytes, place, track))
    left -= found?.text.length ?? 0
    return found && left >= 0 ? [found] : []
  })
  return { ...written, samples }
}

export const textCues = ({ form, prefix, samples }: Samples): Cue[] =>
  inOrder(samples.flatMap(({ text, ...span }) => sampleReaders[form](joined([prefix, text]), span)))

function textAt(bytes: Uint8Array, place: TextPlace, track: number): TextSample | undefined {
  const { start, end, unit } = place
  if (unit === undefined)
    return bytes.length < place.bytes ? undefined : { start, end: end ?? start, text: bytes }
  const found = textInWindow(bytes, track)
  if (!found) return undefined
  const seconds = (found.duration ?? 0) * unit
  return { start, end: end ?? start + seconds, text: found.text }
}
