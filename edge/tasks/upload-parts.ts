import { PART_BYTES } from '#contract/limits.ts'

/** One part of a multipart upload. `number` is counted from 1; the part contains the bytes [start, end). */
export type UploadPart = { number: number; start: number; end: number }

/** Returns whether a part overlaps the index reserve: the bytes [0, from) of the file. */
const isReserved = (number: number, from: number) => (number - 1) * PART_BYTES < from

/**
 * While the merge runs (`size` is absent), only the bytes [from, final) do not change any more. After the
 * merge, all parts are returned. Parts that overlap the index reserve come last.
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
 * Parts with bytes before `from` do not count, because ffmpeg writes the index there at the end of the merge.
 */
export function watermark(from: number, has: (number: number) => boolean): number {
  const first = Math.ceil(from / PART_BYTES) + 1
  let number = first
  while (has(number)) number++
  return number === first ? 0 : (number - 1) * PART_BYTES
}
