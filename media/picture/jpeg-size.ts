import { u16, u8 } from '../bytes.ts'
import { orUndefined } from '../out-of-range.ts'

/** ITU-T T.81, annex B: frames begin with one of these markers, which the four others only resemble. */
const FIRST_FRAME = 0xc0
const LAST_FRAME = 0xcf
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc])
const [START, END] = [0xffd8, 0xffd9]

/** Undefined for bytes that are no whole JPEG. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  return orUndefined(() => (isWhole(bytes) ? frameSize(bytes) : undefined))
}

function isWhole(bytes: Uint8Array): boolean {
  const last = bytes.lastIndexOf(0xff)
  return u16(bytes, 0) === START && last > 0 && u16(bytes, last) === END
}

/** Each segment before the picture has a marker and its length. */
function frameSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  for (let at = 2; u8(bytes, at) === 0xff; at += 2 + u16(bytes, at + 2)) {
    const marker = u8(bytes, at + 1)
    if (marker >= FIRST_FRAME && marker <= LAST_FRAME && !NO_FRAMES.has(marker))
      return { height: u16(bytes, at + 5), width: u16(bytes, at + 7) }
  }
  return undefined
}
