import { cuesIn } from '../../matroska/cues.ts'
import {
  childOf,
  elementOf,
  elements,
  elementsIn,
  fieldsOf,
  ids,
  matroskaFacts,
  string,
  trackOfBlock,
  unsigned,
  type Element,
} from '../../matroska/ebml.ts'
import { MAX_CUES } from '../cue.ts'
import type { SampleForm } from '../samples.ts'
import { bytesFrom, TEXT_BYTES, type Piece } from './pieces.ts'
import { NO_PREFIX, START_BYTES, type FileText, type Looked, type TextPlace } from './text-place.ts'

/** RFC 9559, section 5.1.4.1.3. */
const SUBTITLE = 17

const FORMS = new Map<string, SampleForm>([
  ['S_TEXT/UTF8', 'srt'],
  ['S_TEXT/ASCII', 'srt'],
  ['S_TEXT/ASS', 'ass'],
  ['S_TEXT/SSA', 'ass'],
  ['S_ASS', 'ass'],
  ['S_SSA', 'ass'],
  ['S_TEXT/WEBVTT', 'vtt'],
  ['D_WEBVTT/SUBTITLES', 'webm'],
  ['D_WEBVTT/CAPTIONS', 'webm'],
])

type Entry = FileText & Packing & { form: SampleForm }
type Packing = { prefix: Uint8Array; isPacked: boolean }

export const textsInMatroska = (bytes: Uint8Array, segment: Element): FileText[] =>
  entriesIn(bytes, segment).map(({ track, language, name, mark }) => ({ track, language, name, mark }))

function entriesIn(bytes: Uint8Array, segment: Element): Entry[] {
  const tracks = childOf(bytes, segment, ids.tracks)
  const all = tracks ? [...elementsIn(bytes, tracks)].filter(({ id }) => id === ids.trackEntry) : []
  return all.map((entry) => entryOf(bytes, entry)).filter((one) => one !== undefined)
}

const marks = [
  [ids.flagForced, 'forced'],
  [ids.flagHearingImpaired, 'sdh'],
] as const

function entryOf(bytes: Uint8Array, entry: Element): Entry | undefined {
  const fields = fieldsOf(bytes, entry)
  const numberIn = (id: number) => (fields.has(id) ? unsigned(bytes, fields.get(id)!) : 0)
  const stringIn = (id: number) => (fields.has(id) ? string(bytes, fields.get(id)!) : null)
  const form = FORMS.get(stringIn(ids.codecId) ?? '')
  const packing = packingOf(bytes, fields.get(ids.contentEncodings))
  if (numberIn(ids.trackType) !== SUBTITLE || !form || !packing) return undefined
  const named = fields.get(ids.name)
  return {
    track: numberIn(ids.trackNumber),
    // RFC 9559, section 5.1.4.1.19: what states none is English.
    language: stringIn(ids.languageTag) ?? stringIn(ids.language) ?? 'eng',
    name: named ? new TextDecoder().decode(bytes.subarray(named.body, named.end)) : null,
    mark: marks.find(([id]) => numberIn(id) > 0)?.[1] ?? null,
    form,
    ...packing,
  }
}

/** RFC 9559, section 5.1.4.1.31.6. Without a word, texts are packed as zlib does. */
const [ZLIB, HEADER_STRIPPING] = [0, 3]

/** Undefined for a cipher, and for what nobody packs texts with. */
function packingOf(bytes: Uint8Array, encodings: Element | undefined): Packing | undefined {
  if (!encodings) return { prefix: NO_PREFIX, isPacked: false }
  const encoding = childOf(bytes, encodings, ids.contentEncoding)
  const compression = encoding && childOf(bytes, encoding, ids.contentCompression)
  if (!compression) return undefined
  const fields = fieldsOf(bytes, compression)
  const [stated, settings] = [fields.get(ids.compressionAlgorithm), fields.get(ids.compressionSettings)]
  const algorithm = stated ? unsigned(bytes, stated) : ZLIB
  if (algorithm === ZLIB) return { prefix: NO_PREFIX, isPacked: true }
  if (algorithm !== HEADER_STRIPPING) return undefined
  return { prefix: settings ? bytes.subarray(settings.body, settings.end) : NO_PREFIX, isPacked: false }
}

/** A file without an index of its texts is read whole, if it is small. */
export function lookInMatroska(pieces: readonly Piece[], track: number, isWhole: boolean): Looked {
  const head = bytesFrom(pieces, 0)
  const segment = elementOf(ids.segment, elements(head))
  const entry = segment && entriesIn(head, segment).find((one) => one.track === track)
  if (!segment || !entry) return null
  const { form, prefix, isPacked } = entry
  const clock = clockOf(head, segment)
  if (isWhole) return { form, prefix, isPacked, places: placesIn(head, segment, track, clock) }
  const at = indexPlace(head, segment)
  if (at === null) return { wanted: { start: 0, length: null } }
  const bytes = bytesFrom(pieces, at)
  const cues = elementOf(ids.cues, elements(bytes))
  if (bytes.length === 0 || !cues)
    return bytes.length === 0 ? { wanted: { start: at, length: START_BYTES } } : null
  const places = cuesIn(bytes, cues)
    .filter((cue) => cue.track === track && cue.relative !== null)
    .map(({ time, position, relative, duration }) => ({
      ...spanOf(clock, time, duration),
      at: segment.body + position + relative!,
      bytes: TEXT_BYTES,
      unit: clock.scale / 1e9,
    }))
  return places.length > 0 ? { form, prefix, isPacked, places } : { wanted: { start: 0, length: null } }
}

type Clock = { scale: number; zero: number }

function clockOf(head: Uint8Array, segment: Element): Clock {
  const info = childOf(head, segment, ids.info)
  const scaled = info && childOf(head, info, ids.timestampScale)
  return { scale: scaled ? unsigned(head, scaled) : 1e6, zero: matroskaFacts(head, segment).start ?? 0 }
}

function spanOf({ scale, zero }: Clock, time: number, duration: number | null) {
  const start = (time * scale) / 1e9 - zero
  return { start, end: duration === null ? null : start + (duration * scale) / 1e9 }
}

function indexPlace(head: Uint8Array, segment: Element): number | null {
  const near = childOf(head, segment, ids.cues)
  if (near) return near.start
  const seeks = childOf(head, segment, ids.seekHead)
  const entries = seeks ? [...elementsIn(head, seeks)].map((one) => fieldsOf(head, one)) : []
  const entry = entries.find(
    (fields) => fields.has(ids.seekId) && unsigned(head, fields.get(ids.seekId)!) === ids.cues,
  )
  const position = entry?.get(ids.seekPosition)
  return position ? segment.body + unsigned(head, position) : null
}

/** Of a whole file. */
function placesIn(bytes: Uint8Array, segment: Element, track: number, clock: Clock): TextPlace[] {
  const places: TextPlace[] = []
  for (const cluster of elementsIn(bytes, segment)) {
    if (cluster.id !== ids.cluster) continue
    let base = 0
    for (const element of elementsIn(bytes, cluster)) {
      if (element.id === ids.timestamp) base = unsigned(bytes, element)
      const text = textIn(bytes, element, track)
      if (text)
        places.push({ ...spanOf(clock, base + text.time, text.duration), at: text.at, bytes: text.bytes })
      if (places.length === MAX_CUES) return places
    }
  }
  return places
}

type Text = { time: number; duration: number | null; at: number; bytes: number }

/** Undefined for blocks of other tracks. Texts are not laced. */
function textIn(bytes: Uint8Array, element: Element, track: number): Text | undefined {
  const fields = element.id === ids.blockGroup ? fieldsOf(bytes, element) : undefined
  const block = element.id === ids.simpleBlock ? element : fields?.get(ids.block)
  const number = block && trackOfBlock(bytes, block)
  if (!block || !number || number.value !== track) return undefined
  const at = block.body + number.length
  const duration = fields?.get(ids.blockDuration)
  return {
    time: new DataView(bytes.buffer, bytes.byteOffset + at, 2).getInt16(0),
    duration: duration ? unsigned(bytes, duration) : null,
    at: at + BLOCK_HEAD,
    bytes: block.end - at - BLOCK_HEAD,
  }
}

/** Bytes of its time and its flags. */
const BLOCK_HEAD = 3

/** Bytes of the head of a cluster: its id, and its length in one byte to eight. */
const [SHORTEST_HEAD, LONGEST_HEAD] = [5, 12]

/** An index counts from the body of a cluster, whose head is as long as its writer likes. */
export function textInWindow(window: Uint8Array, track: number) {
  for (let head = SHORTEST_HEAD; head <= LONGEST_HEAD; head++) {
    const bytes = window.subarray(head)
    const element = elements(bytes).next().value
    const found = element && element.end <= bytes.length ? textIn(bytes, element, track) : undefined
    if (found && found.bytes >= 0)
      return { text: bytes.subarray(found.at, found.at + found.bytes), duration: found.duration }
  }
  return undefined
}
