import { box, fullBox, movieHeader, track, u32 } from './boxes.ts'

export type Tables = { times: number[]; sizes: number[]; runs: number[]; offsets: number[] }

/** A film of samples that last 1 s each and are all key frames. */
export function filmOf({ times, sizes, runs, offsets }: Tables): Buffer {
  const tables = Buffer.concat([
    fullBox('stts', 0, u32(times.length / 2), numbers(times)),
    fullBox('stsz', 0, numbers(sizes)),
    fullBox('stsc', 0, u32(runs.length / 3), numbers(runs)),
    fullBox('stco', 0, u32(offsets.length), numbers(offsets)),
  ])
  return box('moov', movieHeader(1_000, 10_000), track({ tables, ticks: 10_000 }))
}
export const TEN = { times: [10, 1_000], sizes: [0, 10, ...Array.from({ length: 10 }, () => 400_000)] }
export const FAR = [0, 10e6, 20e6, 30e6, 40e6]

/** Millions of arguments are too many for a call. */
function numbers(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
