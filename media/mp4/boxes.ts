import { latin1, u32, u64 } from '../bytes.ts'

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
  let start = from
  while (start + 8 <= to && budget.visits > 0) {
    budget.visits -= 1
    let size = u32(bytes, start)
    let header = 8
    if (size === 1) {
      if (start + 16 > to) return
      size = u64(bytes, start + 8)
      header = 16
    } else if (size === 0) {
      size = to - start
    }
    const type = latin1(bytes, start + 4, start + 8)
    if (size < header || !/^[\w ©.-]{4}$/.test(type)) return
    yield { type, start, body: start + header, end: Math.min(start + size, end), budget }
    start += size
  }
}

/** The first child of each type. */
export function childrenOf(bytes: Uint8Array, parent: Box | undefined): Map<string, Box> {
  const found = new Map<string, Box>()
  if (parent) for (const box of boxesIn(bytes, parent)) if (!found.has(box.type)) found.set(box.type, box)
  return found
}

export function boxAt(bytes: Uint8Array, parent: Box, ...types: string[]): Box | undefined {
  let found: Box | undefined = parent
  for (const type of types) found = found && boxOf(type, boxesIn(bytes, found))
  return found
}

export function boxOf(type: string, all: Iterable<Box>): Box | undefined {
  for (const box of all) if (box.type === type) return box
  return undefined
}

/** Fields of version 1 of a box are wider. */
export const isWide = (bytes: Uint8Array, { body }: Box): boolean => bytes[body] === 1

/** The number after version and flags, for example of `tfdt` and `mehd`. */
export const leadingNumber = (bytes: Uint8Array, box: Box): number =>
  isWide(bytes, box) ? u64(bytes, box.body + 4) : u32(bytes, box.body + 4)
