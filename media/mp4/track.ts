import { ffmpegCodec } from '#contract/codecs.ts'
import { boxAt, boxesIn, type Box } from './boxes.ts'
import type { Track } from '../media-facts.ts'

export function trackFacts(
  bytes: Buffer,
  trak: Box,
): (Track & { /** The timescale of the track in ticks per second. */ timescale: number }) | undefined {
  const [header, handler, descriptions] = [
    boxAt(bytes, trak, 'mdia', 'mdhd'),
    boxAt(bytes, trak, 'mdia', 'hdlr'),
    boxAt(bytes, trak, 'mdia', 'minf', 'stbl', 'stsd'),
  ]
  if (!header || !handler || !descriptions || descriptions.end > bytes.length) return undefined
  const { timescale, ticks } = timeHeader(bytes, header)
  const entry = boxesIn(bytes, descriptions, 8).next().value
  if (!entry || !timescale) return undefined
  const kinds: Record<string, Track['kind']> = { vide: 'video', soun: 'audio' }
  const kind = kinds[bytes.toString('latin1', handler.body + 8, handler.body + 12)] ?? 'other'
  const hasSize = kind === 'video' && entry.body + 28 <= entry.end
  return {
    kind,
    codec: codecOf(bytes, entry),
    width: hasSize ? bytes.readUInt16BE(entry.body + 24) : null,
    height: hasSize ? bytes.readUInt16BE(entry.body + 26) : null,
    // A fragmented file has the duration zero in its `mdhd` box.
    duration: ticks / timescale || null,
    fps: null,
    timescale,
  }
}

export function trackId(bytes: Buffer, trak: Box): number | undefined {
  const header = boxAt(bytes, trak, 'tkhd')
  return header && bytes.readUInt32BE(header.body + (bytes[header.body] === 1 ? 20 : 12))
}

export function timeHeader(bytes: Buffer, box: Box): { timescale: number; ticks: number } {
  const isLong = bytes[box.body] === 1
  const at = box.body + (isLong ? 20 : 12)
  if (at + 12 > bytes.length) return { timescale: 0, ticks: 0 }
  const timescale = bytes.readUInt32BE(at)
  const ticks = isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4)
  // A duration with all bits set means "unknown" (ISO/IEC 14496-12, section 8.2.2).
  return { timescale, ticks: ticks === 0xffffffff || ticks > 2 ** 53 ? 0 : ticks }
}

/** Seconds that the edit list of a track lets play, and seconds without media before; null without a list. */
export function editsOf(
  bytes: Buffer,
  trak: Box,
  movieTimescale: number,
): { seconds: number; delay: number } | null {
  const list = boxAt(bytes, trak, 'edts', 'elst')
  if (!list || list.end > bytes.length || !movieTimescale) return null
  const isLong = bytes[list.body] === 1
  const [at, size] = [list.body + 8, isLong ? 20 : 12]
  let [played, empty] = [0, 0]
  for (let entry = at; entry + size <= list.end; entry += size) {
    const mediaTime = isLong ? bytes.readBigInt64BE(entry + 8) : bytes.readInt32BE(entry + 4)
    const ticks = isLong ? Number(bytes.readBigUInt64BE(entry)) : bytes.readUInt32BE(entry)
    // An entry with the media time -1 is an empty edit: it plays no media (ISO/IEC 14496-12, section 8.6.6).
    if (mediaTime >= 0) played += ticks
    else if (played === 0) empty += ticks
  }
  return played > 0 ? { seconds: played / movieTimescale, delay: empty / movieTimescale } : null
}

/** Codecs by MPEG-4 object type indication (registered at mp4ra.org). */
const AUDIO_TYPES: Record<number, string> = {
  0x40: 'aac',
  0x67: 'aac',
  0x69: 'mp3',
  0x6b: 'mp3',
  0xdd: 'vorbis',
}

function codecOf(bytes: Buffer, entry: Box): string {
  if (entry.type !== 'mp4a') return ffmpegCodec(entry.type.trim())
  // The search stays within this sample entry. In a file with many tracks, it would otherwise take seconds.
  const offset = bytes.subarray(entry.body, entry.end).indexOf('esds', 0, 'latin1')
  if (offset < 0) return 'aac'
  const at = entry.body + offset
  // `at` is the offset of the type `esds`. The bytes from there on contain these fields, in this order
  // (ISO/IEC 14496-1, section 8.3.3, defines the length fields):
  // - the type `esds` (4 bytes), version and flags (4 bytes)
  // - ES_Descriptor: tag 3 (1 byte), length (up to 4 bytes), id and flags (3 bytes)
  // - DecoderConfigDescriptor: tag 4 (1 byte), length (up to 4 bytes), object type (1 byte), 12 more bytes
  // - DecoderSpecificInfo: tag 5 (1 byte), length (up to 4 bytes), AudioSpecificConfig
  let position = skipLength(bytes, at + 9) + 3
  if (bytes[position] !== 4) return 'aac'
  position = skipLength(bytes, position + 1)
  const type = bytes[position] ?? 0
  if (type !== MPEG4_AUDIO || bytes[position + 13] !== 5) return AUDIO_TYPES[type] ?? 'aac'
  return MPEG4_TYPES[audioObjectType(bytes, skipLength(bytes, position + 14))] ?? 'aac'
}

const MPEG4_AUDIO = 0x40
/** Codecs by audio object type (ISO/IEC 14496-3, section 1.5.1.1). */
const MPEG4_TYPES: Record<number, string> = { 32: 'mp1', 33: 'mp2', 34: 'mp3', 36: 'mp4als' }

/** ISO/IEC 14496-3, section 1.6.2.1: five bits, of which 31 means that six more follow. */
function audioObjectType(bytes: Buffer, at: number): number {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2)
  return first >>> 3 === 31 ? 32 + ((first & 7) << 3) + (second >>> 5) : first >>> 3
}

function skipLength(bytes: Buffer, from: number): number {
  let position = from
  const last = from + 3
  while (position < last && (bytes[position] ?? 0) & 0x80) position++
  return position + 1
}
