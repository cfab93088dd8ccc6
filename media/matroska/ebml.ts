import { f32, f64, latin1 } from '../bytes.ts'
import { MAX_TRACKS, UNKNOWN_FACTS, type MediaFacts, type Track } from '../media-facts.ts'

type Budget = { visits: number }

/** RFC 8794. `budget` is that of the whole file. */
export type Element = { id: number; start: number; body: number; end: number; budget: Budget }

/**
 * Elements that are visited over all levels of one file. The longest list is the index (cues): this is enough
 * for the 50,000 entries of four hours of video with three key frames per second.
 */
export const MAX_VISITS = 500_000

const MAX_STRING = 256

export const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  name: 0x536e,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  flagForced: 0x55aa,
  flagHearingImpaired: 0x55ab,
  defaultDuration: 0x23e383,
  contentEncodings: 0x6d80,
  contentEncoding: 0x6240,
  contentEncryption: 0x5035,
  contentCompression: 0x5034,
  compressionAlgorithm: 0x4254,
  compressionSettings: 0x4255,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cueRelativePosition: 0xf0,
  cueDuration: 0xb2,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  tagTrackUid: 0x63c5,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
  chapters: 0x1043a770,
  editionEntry: 0x45b9,
  chapterAtom: 0xb6,
  chapterTimeStart: 0x91,
  chapterDisplay: 0x80,
  chapString: 0x85,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
} as const

/** The `end` of an element of unknown size is Infinity. The last element may end behind `bytes`. */
export const elements = (bytes: Uint8Array): Generator<Element> =>
  walk(bytes, { from: 0, to: bytes.length, end: Infinity, budget: { visits: MAX_VISITS } })

/** A child never ends behind its parent, whatever it states. */
export const elementsIn = (bytes: Uint8Array, { body, end, budget }: Element): Generator<Element> =>
  walk(bytes, { from: body, to: Math.min(end, bytes.length), end, budget })

type Range = { from: number; to: number; end: number; budget: Budget }

function* walk(bytes: Uint8Array, { from, to, end, budget }: Range): Generator<Element> {
  let start = from
  while (start < to && budget.visits > 0) {
    budget.visits -= 1
    const id = vint(bytes, start, to, false)
    const size = id && vint(bytes, start + id.length, to, true)
    if (!id || !size) return
    const body = start + id.length + size.length
    const next = size.value === null ? Infinity : body + size.value
    yield { id: id.value ?? 0, start, body, end: Math.min(next, end), budget }
    start = next
  }
}

/** The first child of each id, read once: one look-up for each id would multiply a long list. */
export function fieldsOf(bytes: Uint8Array, parent: Element): Map<number, Element> {
  const found = new Map<number, Element>()
  for (const element of elementsIn(bytes, parent)) if (!found.has(element.id)) found.set(element.id, element)
  return found
}

export function childOf(bytes: Uint8Array, parent: Element, id: number): Element | undefined {
  return elementOf(id, elementsIn(bytes, parent))
}

export function elementOf(id: number, all: Iterable<Element>): Element | undefined {
  for (const element of all) if (element.id === id) return element
  return undefined
}

export function unsigned(bytes: Uint8Array, element: Element): number {
  let value = 0
  // An integer has at most eight bytes (RFC 8794, section 7.2).
  for (const byte of bytes.subarray(element.body, Math.min(element.end, element.body + 8)))
    value = value * 256 + byte
  return value
}

function float(bytes: Uint8Array, element: Element): number {
  const length = element.end - element.body
  if (element.end > bytes.length || (length !== 4 && length !== 8)) return 0
  const value = length === 4 ? f32(bytes, element.body) : f64(bytes, element.body)
  return Number.isFinite(value) ? value : 0
}

export function string(bytes: Uint8Array, element: Element): string {
  const end = Math.min(element.end, element.body + MAX_STRING, bytes.length)
  return latin1(bytes, element.body, end).split('\0', 1)[0] ?? ''
}

export function matroskaFacts(bytes: Uint8Array, segment: Element): MediaFacts {
  const facts: MediaFacts = { ...UNKNOWN_FACTS, kind: 'matroska', tracks: [] }
  let scale = 1e6
  for (const element of elementsIn(bytes, segment)) {
    if (element.id === ids.info) {
      const fields = fieldsOf(bytes, element)
      const [scaled, length] = [fields.get(ids.timestampScale), fields.get(ids.duration)]
      if (scaled) scale = unsigned(bytes, scaled)
      if (length) facts.duration = (float(bytes, length) * scale) / 1e9
    }
    if (element.id === ids.tracks) {
      for (const entry of elementsIn(bytes, element)) {
        if (facts.tracks.length === MAX_TRACKS) return facts
        if (entry.id === ids.trackEntry) facts.tracks.push(trackOf(bytes, entry))
      }
    }
    if (element.id === ids.cluster) {
      const timestamp = childOf(bytes, element, ids.timestamp)
      if (timestamp) facts.start = (unsigned(bytes, timestamp) * scale) / 1e9
      // All tracks come before the first cluster. So if `bytes` contains the timestamp of this cluster,
      // `facts.tracks` is complete.
      facts.isAll = timestamp !== undefined && facts.tracks.length > 0
      break
    }
  }
  return facts
}

function trackOf(bytes: Uint8Array, entry: Element): Track {
  const fields = fieldsOf(bytes, entry)
  const [type, codec, video, frame] = [ids.trackType, ids.codecId, ids.video, ids.defaultDuration].map((id) =>
    fields.get(id),
  )
  const sizes = video && fieldsOf(bytes, video)
  const [width, height] = [sizes?.get(ids.pixelWidth), sizes?.get(ids.pixelHeight)]
  const kinds: Record<number, 'video' | 'audio'> = { 1: 'video', 2: 'audio' }
  const kind = (type && kinds[unsigned(bytes, type)]) ?? 'other'
  return {
    kind,
    codec: isEncrypted(bytes, fields.get(ids.contentEncodings))
      ? 'encrypted'
      : codec
        ? codecName(string(bytes, codec))
        : 'unknown',
    width: width ? unsigned(bytes, width) : null,
    height: height ? unsigned(bytes, height) : null,
    duration: null,
    fps: frame && kind === 'video' ? 1e9 / unsigned(bytes, frame) : null,
  }
}

function isEncrypted(bytes: Uint8Array, encodings: Element | undefined): boolean {
  let found = encodings
  for (const id of [ids.contentEncoding, ids.contentEncryption]) found = found && childOf(bytes, found, id)
  return found !== undefined
}

/** A Map, because in an object a codec id such as `__proto__` would match a built-in property. */
const KNOWN_CODECS = new Map([
  ['V_MPEG4/ISO/AVC', 'h264'],
  ['V_MPEGH/ISO/HEVC', 'hevc'],
  ['A_MPEG/L3', 'mp3'],
])

function codecName(id: string): string {
  return (
    KNOWN_CODECS.get(id) ??
    id
      .replace(/^[VA]_/, '')
      .split('/')[0]
      ?.toLowerCase() ??
    id
  )
}

/** The number of its track, and how many bytes that has (RFC 9559, section 10.1). */
export const trackOfBlock = (bytes: Uint8Array, { body, end }: Element) =>
  vint(bytes, body, Math.min(end, bytes.length), true)

/** RFC 8794, section 4. An id keeps its length marker bit; a size does not. */
function vint(
  bytes: Uint8Array,
  at: number,
  to: number,
  isSize: boolean,
): { value: number | null; length: number } | undefined {
  const first = bytes[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > to) return undefined
  let value = isSize ? first & (0xff >> length) : first
  let isUnknown = isSize && value === 0xff >> length
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value: isUnknown ? null : value, length }
}
