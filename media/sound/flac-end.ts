import { u16, u8 } from '../bytes.ts'
import { streamInfo } from './flac-head.ts'
import { isPossibleLength } from '../shorter.ts'

/** The frame of fewest bytes: one sample of silence. */
const LEAST_FRAME = 9

/**
 * Whether the last frame is not the last one of the file, or is not whole (RFC 9639, section 9). Tags may
 * follow it.
 */
export function endsInFrame(head: Uint8Array, tail: Uint8Array, size: number): boolean {
  const stream = streamInfo(head)
  if (!stream) return false
  const frames: Frame[] = []
  for (let at = tail.indexOf(0xff); at >= 0; at = tail.indexOf(0xff, at + 1)) {
    const frame = frameAt(tail, at, stream.block)
    if (frame) frames.push(frame)
  }
  // Sound can look like a header, but not like the one of the next frame.
  const ends = new Set([0, ...frames.map(({ end }) => end)])
  const last = frames.findLast(({ start }) => ends.has(start))
  const samples = isPossibleLength(stream.samples / stream.hertz, size) ? stream.samples : 0
  return last !== undefined && (last.end < samples || !isWhole(tail.subarray(last.at)))
}

/** `start` and `end` count samples. */
type Frame = { at: number; start: number; end: number }

function frameAt(bytes: Uint8Array, from: number, block: number): Frame | undefined {
  const isVariable = bytes[from + 1] === 0xf9
  if ((!isVariable && bytes[from + 1] !== 0xf8) || from + 16 > bytes.length) return undefined
  const [size, rate] = [u8(bytes, from + 2) >>> 4, u8(bytes, from + 2) & 15]
  const coded = codedNumber(bytes, from + 4)
  if (size === 0 || rate === 15 || !coded) return undefined
  const widths = [size === 6 ? 1 : size === 7 ? 2 : 0, rate === 12 ? 1 : rate > 12 ? 2 : 0] as const
  const check = coded.end + widths[0] + widths[1]
  if (crc(bytes.subarray(from, check), CHECK_8) !== bytes[check]) return undefined
  const start = isVariable ? coded.value : coded.value * block
  return { at: from, start, end: start + samplesOf(size, bytes, coded.end) }
}

/** RFC 9639, section 9.1.1. */
function samplesOf(code: number, bytes: Uint8Array, at: number): number {
  if (code === 1) return 192
  if (code === 6) return u8(bytes, at) + 1
  if (code === 7) return u16(bytes, at) + 1
  return code < 6 ? 144 * 2 ** code : 2 ** code
}

/** Coded as a character of UTF-8 is, in up to seven bytes. */
function codedNumber(bytes: Uint8Array, at: number): { value: number; end: number } | undefined {
  const first = u8(bytes, at)
  if (first < 0x80) return { value: first, end: at + 1 }
  const length = Math.clz32(~first & 0xff) - 24
  if (length < 2 || length > 7) return undefined
  let value = first & (0x7f >> length)
  for (const byte of bytes.subarray(at + 1, at + length)) value = value * 64 + (byte & 0x3f)
  return { value, end: at + length }
}

/** The check at the end of a frame makes the check over the whole frame zero. */
function isWhole(frame: Uint8Array): boolean {
  let sum = 0
  return frame.some((byte, at) => {
    sum = step(sum, byte, CHECK_16)
    return sum === 0 && at + 1 >= LEAST_FRAME
  })
}

type Check = { bits: number; polynomial: number }
const CHECK_8: Check = { bits: 8, polynomial: 0x107 }
const CHECK_16: Check = { bits: 16, polynomial: 0x18005 }

const crc = (bytes: Uint8Array, check: Check): number =>
  bytes.reduce((sum, byte) => step(sum, byte, check), 0)

function step(sum: number, byte: number, { bits, polynomial }: Check): number {
  let next = sum ^ (byte << (bits - 8))
  for (let bit = 0; bit < 8; bit++) next = (next << 1) ^ (next >>> (bits - 1) ? polynomial : 0)
  return next
}
