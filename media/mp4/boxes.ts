/** A hostile file could hold millions of empty boxes. */
const MAX_BOXES = 10_000

/** ISO/IEC 14496-12. */
export type Box = { type: string; start: number; body: number; end: number }

/** The last box may end after `to`, because `bytes` may be only the beginning of a file. */
export function* boxes(bytes: Uint8Array, from = 0, to = bytes.length): Generator<Box> {
  const view = viewOf(bytes)
  let start = from
  for (let count = 0; count < MAX_BOXES && start + 8 <= to; count++) {
    let size = view.getUint32(start)
    let header = 8
    if (size === 1) {
      if (start + 16 > to) return
      size = Number(view.getBigUint64(start + 8))
      header = 16
    } else if (size === 0) {
      size = to - start
    }
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8))
    if (size < header || !/^[\w ©.-]{4}$/.test(type)) return
    yield { type, start, body: start + header, end: start + size }
    start += size
  }
}

export function boxAt(bytes: Uint8Array, parent: Box, ...types: string[]): Box | undefined {
  let found: Box | undefined = parent
  for (const type of types) {
    if (!found) return undefined
    const end: number = Math.min(found.end, bytes.length)
    found = boxOf(type, boxes(bytes, found.body, end))
  }
  return found
}

export function boxOf(type: string, all: Iterable<Box>): Box | undefined {
  for (const box of all) if (box.type === type) return box
  return undefined
}

/**
 * The number after version and flags, for example of `tfdt` and `mehd`: 64 bits in version 1, else 32.
 */
export function leadingNumber(bytes: Uint8Array, { body }: Box): bigint {
  const view = viewOf(bytes)
  return bytes[body] === 1 ? view.getBigUint64(body + 4) : BigInt(view.getUint32(body + 4))
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
