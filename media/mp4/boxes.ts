/**
 * Boxes that are visited over all levels of one file. Real files have some hundred, a track of subtitles in
 * fragments some ten thousand.
 */
export const MAX_VISITS = 100_000

type Budget = { visits: number }

/** ISO/IEC 14496-12. `budget` is that of the whole file. */
export type Box = { type: string; start: number; body: number; end: number; budget: Budget }

/** The outermost boxes. The last may end behind `bytes`, which may be only the beginning of a file. */
export const boxes = (bytes: Uint8Array, from = 0, budget = { visits: MAX_VISITS }): Generator<Box> =>
  walk(bytes, { from, to: bytes.length, end: Infinity, budget })

/** A child never ends behind its parent, whatever it states. `skipped`: bytes before the first child. */
export const boxesIn = (bytes: Uint8Array, { body, end, budget }: Box, skipped = 0): Generator<Box> =>
  walk(bytes, { from: body + skipped, to: Math.min(end, bytes.length), end, budget })

type Range = { from: number; to: number; end: number; budget: Budget }

function* walk(bytes: Uint8Array, { from, to, end, budget }: Range): Generator<Box> {
  const view = viewOf(bytes)
  let start = from
  while (start + 8 <= to && budget.visits > 0) {
    budget.visits -= 1
    let size = view.getUint32(start)
    let header = 8
    if (size === 1) {
      if (start + 16 > to) return
      size = Number(view.getBigUint64(start + 8))
      header = 16
    } else if (size === 0) {
      size = to - start
    }
    const type = typeAt(bytes, start + 4)
    if (size < header || !/^[\w ©.-]{4}$/.test(type)) return
    yield { type, start, body: start + header, end: Math.min(start + size, end), budget }
    start += size
  }
}

function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!)
}

export function boxAt(bytes: Uint8Array, parent: Box, ...types: string[]): Box | undefined {
  let found: Box | undefined = parent
  for (const type of types) {
    if (!found) return undefined
    found = boxOf(type, boxesIn(bytes, found))
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
