import { PART_BYTES } from '#contract/limits.ts'

/** One part of a multipart upload: number from 1, bytes [start, end). */
export type UploadPart = { number: number; start: number; end: number }

/** Whether a part overlaps the reserved index [0, from). These bytes may change until the merge is over. */
const isReserved = (number: number, from: number) => (number - 1) * PART_BYTES < from

/**
 * The parts that can be pulled now, in the order to pull them. While the merge runs (no `size`) these are the
 * whole parts behind the reserved index and below `final`. At the end they are all missing parts, the
 * reserved ones last. `has`: whether a part is stored or being pulled.
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
 * The watermark: the end of the contiguous run of stored parts that starts behind the reserved index [0,
 * from). It is 0 when the first of these parts is not stored. Reserved parts do not count: the merger keeps
 * them until the end, because their last bytes may be final long before their first.
 */
export function watermark(from: number, has: (number: number) => boolean): number {
  const first = Math.ceil(from / PART_BYTES) + 1
  let number = first
  while (has(number)) number++
  return number === first ? 0 : (number - 1) * PART_BYTES
}
