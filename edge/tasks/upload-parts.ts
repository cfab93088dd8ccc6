import { PART_BYTES } from '#contract/limits.ts'

/** One part of a multipart upload. `number` is counted from 1; the part contains the bytes [start, end). */
export type UploadPart = { number: number; start: number; end: number }

/**
 * Returns whether a part overlaps the index reserve: the bytes [0, from) of the file, into which ffmpeg
 * writes the index at the end of the merge.
 */
const isReserved = (number: number, from: number) => (number - 1) * PART_BYTES < from

/**
 * Returns the parts that can be pulled (transferred from the merger) now, in the order of their pulls.
 * - While the merge runs (`size` is absent), only the bytes [from, final) do not change any more. So only
 *   parts that lie completely in this range are returned.
 * - After the merge, all parts are returned. Parts that overlap the index reserve, the bytes [0, from), come
 *   last.
 * @param has returns true for a part that is already stored or being pulled; such parts are left out
 */
export function pullable(
  event: { from: number; final: number; size?: number | undefined },
  has: (number: number) => boolean,
): UploadPart[] {
  const { from, final, size } = event
  const found: UploadPart[] = []
  const count = size === undefined ? Math.floor(final / PART_BYTES) : Math.ceil(size / PART_BYTES)
  for (let number = 1; number <= count; number++) {
    if (has(number) || (size === undefined && isReserved(number, from))) continue
    const start = (number - 1) * PART_BYTES
    found.push({ number, start, end: Math.min(start + PART_BYTES, size ?? Infinity) })
  }
  return found.sort(
    (a, b) => Number(isReserved(a.number, from)) - Number(isReserved(b.number, from)) || a.number - b.number,
  )
}

/**
 * Returns the watermark: the offset up to which the edge has stored all bytes from `from` on. The merger may
 * free these bytes. Parts with bytes before `from` do not count, because ffmpeg writes the index there at the
 * end of the merge. Returns 0 if the first part that counts is not stored.
 */
export function watermark(from: number, has: (number: number) => boolean): number {
  const first = Math.ceil(from / PART_BYTES) + 1
  let number = first
  while (has(number)) number++
  return number === first ? 0 : (number - 1) * PART_BYTES
}
