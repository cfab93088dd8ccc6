import { PART_BYTES } from '#contract/limits.ts'

/** One part of a multipart upload. `number` is counted from 1; the part contains the bytes [start, end). */
export type UploadPart = { number: number; start: number; end: number }

/**
 * Returns whether a part overlaps the index reserve: the bytes [0, from) of the file, into which ffmpeg
 * writes the index at the end of the merge.
 */
const isReserved = (number: number, from: number) => (number - 1) * PART_BYTES < from

/**
 * Returns the parts that can be pulled (transferred from the merger) now, in the order of their pulls. The
 * bytes before `from` are the index reserve: ffmpeg writes the index there at the end of the merge.
 * - While the merge runs (`size` is absent), these are the parts that lie completely in [from, final). The
 *   bytes from `final` on can still change.
 * - After the merge, these are all parts. Parts that overlap the index reserve come last.
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
 * Returns the watermark: the position up to which the file is stored. The merger may free all bytes between
 * the index reserve and the watermark. The index reserve is the bytes [0, from), into which ffmpeg writes the
 * index last. Parts that overlap it do not count, because the merger must keep their bytes until the merge
 * ends. Returns 0 if the first part after the index reserve is not stored.
 */
export function watermark(from: number, has: (number: number) => boolean): number {
  const first = Math.ceil(from / PART_BYTES) + 1
  let number = first
  while (has(number)) number++
  return number === first ? 0 : (number - 1) * PART_BYTES
}
