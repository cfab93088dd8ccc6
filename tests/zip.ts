/**
 * Returns the files of an uncompressed zip. The keys are the names of the files, and the values are their
 * contents. Reads the central directory of the zip. Throws an Error for a truncated zip.
 */
export function filesInZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - 22
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new Error('the zip has no end record')
  const found = new Map<string, Uint8Array>()
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('the central directory is damaged')
    const size = view.getUint32(at + 20, true)
    const nameLength = view.getUint16(at + 28, true)
    const start = view.getUint32(at + 42, true)
    const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    found.set(name, bytes.subarray(data, data + size))
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return found
}
