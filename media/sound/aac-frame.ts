/** Bytes of the frame with its header; undefined where no frame begins (ISO/IEC 13818-7, section 6.2). */
export function adtsLength(bytes: Uint8Array, at = 0): number | undefined {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return undefined
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >>> 5)
  const hertzIndex = (bytes[at + 2]! >>> 2) & 15
  return length > 7 && hertzIndex < 13 ? length : undefined
}
