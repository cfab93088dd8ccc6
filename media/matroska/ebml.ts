import { MAX_TRACKS, UNKNOWN_FACTS, type MediaFacts, type Track } from '../media-facts.ts'

/** RFC 8794. */
export type Element = { id: number; start: number; body: number; end: number }

/**
 * A hostile file may hold millions of empty elements. The longest list that is read is the index (cues): the
 * maximum is enough for four hours of video with three key frames per second.
 */
const MAX_ELEMENTS = 50_000

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
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  contentEncodings: 0x6d80,
  contentEncoding: 0x6240,
  contentEncryption: 0x5035,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueClusterPosition: 0xf1,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  tagTrackUid: 0x63c5,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
} as const

/** The `end` of an element of unknown size is Infinity. The last element may end after `to`. */
export function* elements(bytes: Buffer, from = 0, to = bytes.length): Generator<Element> {
  let start = from
  for (let count = 0; count < MAX_ELEMENTS && start < to; count++) {
    const id = vint(bytes, start, to, false)
    const size = id && vint(bytes, start + id.length, to, true)
    if (!id || !size) return
    const body = start + id.length + size.length
    const end = size.value === null ? Infinity : body + size.value
    yield { id: id.value ?? 0, start, body, end }
    start = end
  }
}

export function childOf(bytes: Buffer, parent: Element, id: number): Element | undefined {
  return elementOf(id, elements(bytes, parent.body, Math.min(parent.end, bytes.length)))
}

export function elementOf(id: number, all: Iterable<Element>): Element | undefined {
  for (const element of all) if (element.id === id) return element
  return undefined
}

export function unsigned(bytes: Buffer, element: Element): number {
  let value = 0
  // An integer has at most eight bytes (RFC 8794, section 7.2).
  for (const byte of bytes.subarray(element.body, Math.min(element.end, element.body + 8)))
    value = value * 256 + byte
  return value
}

function float(bytes: Buffer, element: Element): number {
  const length = element.end - element.body
  if (element.end > bytes.length || (length !== 4 && length !== 8)) return 0
  const value = length === 4 ? bytes.readFloatBE(element.body) : bytes.readDoubleBE(element.body)
  return Number.isFinite(value) ? value : 0
}

export function string(bytes: Buffer, element: Element): string {
  const end = Math.min(element.end, element.body + MAX_STRING, bytes.length)
  return bytes.toString('latin1', element.body, end).split('\0', 1)[0] ?? ''
}

export function matroskaFacts(bytes: Buffer, segment: Element): MediaFacts {
  const facts: MediaFacts = { ...UNKNOWN_FACTS, kind: 'matroska', tracks: [] }
  let scale = 1e6
  for (const element of elements(bytes, segment.body, Math.min(segment.end, bytes.length))) {
    if (element.id === ids.info) {
      const [scaled, length] = [
        childOf(bytes, element, ids.timestampScale),
        childOf(bytes, element, ids.duration),
      ]
      if (scaled) scale = unsigned(bytes, scaled)
      if (length) facts.duration = (float(bytes, length) * scale) / 1e9
    }
    if (element.id === ids.tracks) {
      for (const entry of elements(bytes, element.body, Math.min(element.end, bytes.length))) {
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

function trackOf(bytes: Buffer, entry: Element): Track {
  const [type, codec, video, frame] = [ids.trackType, ids.codecId, ids.video, ids.defaultDuration].map((id) =>
    childOf(bytes, entry, id),
  )
  const [width, height] = [ids.pixelWidth, ids.pixelHeight].map((id) => video && childOf(bytes, video, id))
  const kinds: Record<number, 'video' | 'audio'> = { 1: 'video', 2: 'audio' }
  const kind = (type && kinds[unsigned(bytes, type)]) ?? 'other'
  return {
    kind,
    codec: isEncrypted(bytes, entry) ? 'encrypted' : codec ? codecName(string(bytes, codec)) : 'unknown',
    width: width ? unsigned(bytes, width) : null,
    height: height ? unsigned(bytes, height) : null,
    duration: null,
    fps: frame && kind === 'video' ? 1e9 / unsigned(bytes, frame) : null,
  }
}

function isEncrypted(bytes: Buffer, entry: Element): boolean {
  let found: Element | undefined = entry
  for (const id of [ids.contentEncodings, ids.contentEncoding, ids.contentEncryption])
    found = found && childOf(bytes, found, id)
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

/** RFC 8794, section 4. An id keeps its length marker bit; a size does not. */
function vint(
  bytes: Buffer,
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
