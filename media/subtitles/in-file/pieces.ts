import type { ByteRange } from '../../lists/timeline.ts'

/** Bytes of a file from `at` on. */
export type Piece = { at: number; bytes: Uint8Array }

/** The bytes from `start` on, as far as one piece knows them. */
export function bytesFrom(pieces: readonly Piece[], start: number): Uint8Array {
  const lengthOf = ({ at, bytes }: Piece) => (at <= start ? at + bytes.length - start : 0)
  let [best, most]: [Piece | undefined, number] = [undefined, 0]
  for (const piece of pieces) if (lengthOf(piece) > most) [best, most] = [piece, lengthOf(piece)]
  return best ? best.bytes.subarray(start - best.at) : new Uint8Array()
}

/** Bytes: more than one text has, and so few that they cost less than a request. */
export const TEXT_BYTES = 4 * 1024

type Place = { at: number; bytes: number }

/** One range for places that stand near each other. */
export function rangesOf(places: readonly Place[]): (ByteRange & { length: number })[] {
  const ranges: { start: number; length: number }[] = []
  for (const { at, bytes } of places.toSorted((a, b) => a.at - b.at)) {
    const last = ranges.at(-1)
    if (last && at <= last.start + last.length + TEXT_BYTES)
      last.length = Math.max(last.length, at + bytes - last.start)
    else ranges.push({ start: at, length: bytes })
  }
  return ranges
}
