import { u16, u24, u8 } from '../bytes.ts'

/** Bytes of a packet of a transport stream (ISO/IEC 13818-1, section 2.4.3). */
export const PACKET = 188
/** Ticks per second. */
export const CLOCK = 90_000
/** The first byte of each packet. */
export const SYNC = 0x47
const WRAP = 2 ** 33

export const pidOf = (bytes: Uint8Array, at: number): number => u16(bytes, at + 1) & 0x1fff
export const isUnitStart = (bytes: Uint8Array, at: number): boolean => (u8(bytes, at + 1) & 0x40) !== 0

/** Where the payload of the packet at `at` begins, after its adaptation field. */
export function payloadAt(bytes: Uint8Array, at: number): number {
  const hasField = (u8(bytes, at + 3) & 0x20) !== 0
  return at + 4 + (hasField ? 1 + u8(bytes, at + 4) : 0)
}

/** ISO/IEC 13818-1, table 2-22. */
export const isSoundId = (id: number): boolean => id === 0xbd || (id >= 0xc0 && id <= 0xdf)

/** Ticks; null without a time. `payload` is the start of a PES packet in the packet that ends at `end`. */
export function presentationTime(bytes: Uint8Array, payload: number, end: number): number | null {
  if (payload + 14 > end || u24(bytes, payload) !== 1) return null
  if ((u8(bytes, payload + 7) & 0x80) === 0) return null
  const high = (u8(bytes, payload + 9) >>> 1) & 7
  const [middle, low] = [u16(bytes, payload + 10) >>> 1, u16(bytes, payload + 12) >>> 1]
  return high * 2 ** 30 + middle * 2 ** 15 + low
}

/** 188 bytes a packet; 192 with a time code before each one. */
export const packetBytes = (head: Uint8Array): number => (head[0] === SYNC ? PACKET : 192)

export function isTs(head: Uint8Array): boolean {
  const bytes = packetBytes(head)
  const at = bytes - PACKET
  return head[at] === SYNC && head[at + bytes] === SYNC && head[at + 2 * bytes] === SYNC
}

export function* times(
  bytes: Uint8Array,
  from: number,
  step: number,
): Generator<{ pid: number; time: number }> {
  for (let at = from; at + PACKET <= bytes.length; at += step) {
    if (bytes[at] !== SYNC || !isUnitStart(bytes, at)) continue
    const time = presentationTime(bytes, payloadAt(bytes, at), at + PACKET)
    if (time !== null) yield { pid: pidOf(bytes, at), time }
  }
}

/** The first time of each stream. */
export function firstTimes(head: Uint8Array): Map<number, number> {
  const step = packetBytes(head)
  const first = new Map<number, number>()
  for (const { pid, time } of times(head, step - PACKET, step)) if (!first.has(pid)) first.set(pid, time)
  return first
}

/** The clock of 33 bits wraps. A frame can be shown before the first one, so the result can be negative. */
export const ticksBetween = (from: number, to: number): number => ((to - from + 1.5 * WRAP) % WRAP) - WRAP / 2
