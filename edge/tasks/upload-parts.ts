import { PART_BYTES } from '#contract/limits.ts'

/** One part of a multipart upload: number from 1, bytes [start, end). */
export type Part = { number: number; start: number; end: number }

const part = (number: number, end: number): Part => ({ number, start: (number - 1) * PART_BYTES, end })

/** Whether a part overlaps [0, from), which may still change: those are pulled last. */
const isLate = (number: number, from: number) => (number - 1) * PART_BYTES < from

/** The parts that may be pulled now: all that is final and not yet stored, late parts only once nothing changes. */
export function pullable(
  event: { from: number; final: number; size?: number | undefined },
  has: (n: number) => boolean,
) {
  const { from, final, size } = event
  const parts: Part[] = []
  const count = size === undefined ? Math.floor(final / PART_BYTES) : Math.ceil(size / PART_BYTES)
  for (let number = 1; number <= count; number++) {
    if (has(number) || (size === undefined && isLate(number, from))) continue
    parts.push(part(number, Math.min(number * PART_BYTES, size ?? Infinity)))
  }
  return parts.sort(
    (a, b) => Number(isLate(a.number, from)) - Number(isLate(b.number, from)) || a.number - b.number,
  )
}

/**
 * The watermark: the end of the contiguous run of stored parts that starts after the late ones. The merger keeps the
 * late parts until the end, since their last bytes may be final long before their first. 0 when no such part is stored.
 */
export function watermark(from: number, has: (n: number) => boolean): number {
  const first = Math.ceil(from / PART_BYTES) + 1
  let number = first
  while (has(number)) number++
  return number === first ? 0 : (number - 1) * PART_BYTES
}
