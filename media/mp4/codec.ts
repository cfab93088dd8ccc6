import { ffmpegCodec } from '#contract/codecs/codecs.ts'
import { indexOf } from '../bytes.ts'
import type { Box } from './boxes.ts'

/** Codecs by MPEG-4 object type indication (registered at mp4ra.org). */
const AUDIO_TYPES: Record<number, string> = {
  0x40: 'aac',
  0x67: 'aac',
  0x69: 'mp3',
  0x6b: 'mp3',
  0xdd: 'vorbis',
}
const MPEG4_AUDIO = 0x40
/** Codecs by audio object type (ISO/IEC 14496-3, section 1.5.1.1). */
const MPEG4_TYPES: Record<number, string> = { 32: 'mp1', 33: 'mp2', 34: 'mp3', 36: 'mp4als' }

/** Of a sample entry. */
export function codecOf(bytes: Uint8Array, entry: Box): string {
  if (entry.type !== 'mp4a') return ffmpegCodec(entry.type.trim())
  // The search stays within this sample entry. In a file with many tracks, it would otherwise take seconds.
  const offset = indexOf(bytes.subarray(entry.body, entry.end), 'esds')
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

/** ISO/IEC 14496-3, section 1.6.2.1: five bits, of which 31 means that six more follow. */
function audioObjectType(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2)
  return first >>> 3 === 31 ? 32 + ((first & 7) << 3) + (second >>> 5) : first >>> 3
}

function skipLength(bytes: Uint8Array, from: number): number {
  let position = from
  while ((bytes[position] ?? 0) & 0x80) position++
  return position + 1
}
