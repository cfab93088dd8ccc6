import { PART_BYTES } from '#contract/limits.ts'

/** One part of a multipart upload: its number, counted from 1, and its bytes [start, end). */
export type UploadPart = { number: number; start: number; end: number }

/**
 * Returns whether a part overlaps the reserved index [0, from). These bytes can change until the merge ends.
 */
const isReserved = (number: number, from: number) => (number - 1) * PART_BYTES < from

/**
 * Returns the parts that can be pulled now, in the order in which they are pulled. While the merge runs
 * (`size` is absent), these are the complete parts after the reserved index and below `final`. After the
 * merge, these are all missing parts; those that overlap the reserved index come last. `has` returns whether
 * a part is stored or is being pulled.
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
 * Returns the watermark: the end of the contiguous run of stored parts that starts after the reserved index
 * [0, from). The watermark is 0 if the first of these parts is not stored. Parts that overlap the reserved
 * index do not count. The merger keeps their bytes until the merge ends, because bytes at the end of such a
 * part can be final long before those at its start.
 */
export function watermark(from: number, has: (number: number) => boolean): number {
  const first = Math.ceil(from / PART_BYTES) + 1
  let number = first
  while (has(number)) number++
  return number === first ? 0 : (number - 1) * PART_BYTES
}
