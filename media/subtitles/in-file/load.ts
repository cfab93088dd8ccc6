import { Failure } from '#contract/failure.ts'
import { joined } from '../../bytes.ts'
import type { ByteRange } from '../../lists/timeline.ts'
import { MAX_CUE_SOURCE, type Cue } from '../cue.ts'
import { AT_ONCE, lostPart, type SubtitleSource } from '../source.ts'
import type { textCues, textPlaces, textSamples } from './in-file.ts'
import { bytesFrom, rangesOf, type Piece } from './pieces.ts'
import { START_BYTES, type Places, type Samples, type TextSample } from './text-place.ts'

type Later<Read extends (...args: never[]) => unknown> = (
  ...args: Parameters<Read>
) => ReturnType<Read> | Promise<ReturnType<Read>>
type Readers = {
  textPlaces: Later<typeof textPlaces>
  textSamples: Later<typeof textSamples>
  textCues: Later<typeof textCues>
}

type File = { url: string; track: number }

/** The index, what of it is missing, its second half, and the whole file. */
const MOST_LOOKS = 4

/**
 * Only the index of a file and the bytes of its texts are fetched, or all of a small one. Empty if none of
 * them is in the wanted span; throws `no_subtitles` for a track without any.
 */
export async function cuesInFile(file: File, source: SubtitleSource, readers: Readers): Promise<Cue[]> {
  const pieces: Piece[] = []
  let isWhole = false
  let wanted: ByteRange = { start: 0, length: START_BYTES }
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const piece = await pieceOf(file, wanted, source)
    pieces.push(piece)
    const isLast = wanted.length === null || piece.bytes.length < wanted.length
    if (wanted.start === 0 && isLast) isWhole = true
    const found = await readers.textPlaces(pieces, file.track, isWhole)
    if (!found) break
    if ('cues' in found) return found.cues
    if ('places' in found) {
      const places = placesIn(found, source)
      const all = isWhole ? pieces : [...pieces, ...(await missingOf(file, places, pieces, source))]
      const samples = await readers.textSamples(all, places, file.track)
      const cues = await readers.textCues(samples.isPacked ? await unpacked(samples) : samples)
      const hasNone = found.places.length > 0 && places.places.length === 0
      if (cues.length > 0 || hasNone) return cues
      break
    }
    wanted = found.wanted
  }
  throw new Failure('no_subtitles')
}

/** Bytes: more words than a film of a day has. */
const MAX_WORDS = 8 * 1024 ** 2

/** One after the other: a hostile file has tens of thousands, and each grows. */
async function unpacked(packed: Samples): Promise<Samples> {
  const samples: TextSample[] = []
  let left = MAX_WORDS
  for (const sample of packed.samples) {
    const text = await inflated(sample.text)
    left -= text.length
    if (left < 0) throw new Failure('too_big')
    samples.push({ ...sample, text })
  }
  return { ...packed, samples }
}

/** The start of what grows without end; nothing of what is damaged. */
async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('deflate')
  const [reader, writer] = [readable.getReader(), writable.getWriter()]
  // The reader tells of damage too.
  writer.write(bytes).catch(() => undefined)
  writer.close().catch(() => undefined)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    while (length < MAX_CUE_SOURCE) {
      const { done, value } = await reader.read()
      if (done || !value) break
      chunks.push(value)
      length += value.length
    }
    await reader.cancel()
  } catch {
    return NO_TEXT
  }
  return joined(chunks)
}

const NO_TEXT = new Uint8Array()

async function pieceOf(
  { url }: File,
  range: ByteRange,
  source: SubtitleSource,
  parallel = 1,
): Promise<Piece> {
  const { bytes } = await source.fetch({ urls: [url], range, key: null, mayEnd: true }, parallel)
  return { at: range.start, bytes }
}

function placesIn(found: Places, { span }: SubtitleSource): Places {
  if (!span) return found
  const isInside = ({ start, end }: Places['places'][number]) =>
    start < span.end && (end ?? Infinity) > span.start
  return { ...found, places: found.places.filter(isInside) }
}

async function missingOf(
  file: File,
  { places }: Places,
  known: Piece[],
  source: SubtitleSource,
): Promise<Piece[]> {
  const ranges = rangesOf(places.filter(({ at, bytes }) => bytesFrom(known, at).length < bytes))
  if (ranges.length > source.maxSegments) throw new Failure('too_big')
  if (ranges.length > 0) await source.onCostly?.()
  const pieces: Piece[] = []
  const lost: Failure[] = []
  for (let at = 0; at < ranges.length; at += AT_ONCE) {
    const group = ranges.slice(at, at + AT_ONCE)
    const answers = group.map((range) =>
      pieceOf(file, range, source, group.length).catch((error: unknown) => void lost.push(lostPart(error))),
    )
    for (const piece of await Promise.all(answers)) if (piece) pieces.push(piece)
  }
  if (pieces.length === 0 && lost[0]) throw lost[0]
  return pieces
}
