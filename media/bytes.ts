/** Numbers in bytes, big-endian unless the name says `le`. */
type Bytes = Uint8Array

/** @throws {RangeError} as a damaged file may point outside its bytes */
function within(bytes: Bytes, at: number, width: number): void {
  if (!(at >= 0 && at + width <= bytes.length)) throw new RangeError(`bytes ${at} to ${at + width}`)
}

export function u8(bytes: Bytes, at: number): number {
  within(bytes, at, 1)
  return bytes[at]!
}

export function u16(bytes: Bytes, at: number): number {
  within(bytes, at, 2)
  return bytes[at]! * 2 ** 8 + bytes[at + 1]!
}

export function u24(bytes: Bytes, at: number): number {
  within(bytes, at, 3)
  return bytes[at]! * 2 ** 16 + bytes[at + 1]! * 2 ** 8 + bytes[at + 2]!
}

export const u32 = (bytes: Bytes, at: number): number => i32(bytes, at) >>> 0

export function i32(bytes: Bytes, at: number): number {
  within(bytes, at, 4)
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
}

/** Exact up to 2^53. */
export const u64 = (bytes: Bytes, at: number): number => u32(bytes, at) * 2 ** 32 + u32(bytes, at + 4)
export const i64 = (bytes: Bytes, at: number): number => i32(bytes, at) * 2 ** 32 + u32(bytes, at + 4)

export const leU16 = (bytes: Bytes, at: number): number => u8(bytes, at) + u8(bytes, at + 1) * 2 ** 8
export const leU32 = (bytes: Bytes, at: number): number => leU16(bytes, at) + leU16(bytes, at + 2) * 2 ** 16
export const leU64 = (bytes: Bytes, at: number): number => leU32(bytes, at) + leU32(bytes, at + 4) * 2 ** 32

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
export const f32 = (bytes: Bytes, at: number): number => viewOf(bytes).getFloat32(at)
export const f64 = (bytes: Bytes, at: number): number => viewOf(bytes).getFloat64(at)

export function writeU32(bytes: Bytes, at: number, value: number): void {
  viewOf(bytes).setUint32(at, value)
}

/** Up to 2^53. */
export function writeU64(bytes: Bytes, at: number, value: number): void {
  writeU32(bytes, at, Math.floor(value / 2 ** 32))
  writeU32(bytes, at + 4, value % 2 ** 32)
}

/** One character for each byte that is there. */
export function latin1(bytes: Bytes, from = 0, to = bytes.length): string {
  let text = ''
  for (let at = Math.max(0, from); at < Math.min(to, bytes.length); at++)
    text += String.fromCharCode(bytes[at]!)
  return text
}

export function joined(all: readonly Bytes[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const one of all) {
    bytes.set(one, at)
    at += one.length
  }
  return bytes
}

/** Where `wanted`, one character for each byte, begins; -1: nowhere. */
export function indexOf(bytes: Bytes, wanted: string): number {
  const first = wanted.charCodeAt(0)
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === first && isAt(bytes, wanted, at)) return at
  return -1
}

export function lastIndexOf(bytes: Bytes, wanted: string, from = bytes.length - 1): number {
  const first = wanted.charCodeAt(0)
  for (let at = from; at >= 0; at--) if (bytes[at] === first && isAt(bytes, wanted, at)) return at
  return -1
}

export function isAt(bytes: Bytes, wanted: string, at: number): boolean {
  for (let index = 0; index < wanted.length; index++)
    if (bytes[at + index] !== wanted.charCodeAt(index)) return false
  return true
}
