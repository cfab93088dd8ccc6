import { u32, u64 } from '../bytes.ts'
import type { Box } from './boxes.ts'

/** The boxes of `stbl` by their type (ISO/IEC 14496-12, sections 8.6 and 8.7). */
export type Tables = ReadonlyMap<string, Box>

type Table = {
  at: number
  /** Stated entries, of which at most those inside the box are there. */
  stated: number
  count: number
}

function tableOf(bytes: Uint8Array, box: Box | undefined, width: number, skipped = 4): Table | null {
  if (!box || box.body + skipped + 4 > bytes.length) return null
  const at = box.body + skipped + 4
  const stated = u32(bytes, at - 4)
  const room = Math.floor((Math.min(box.end, bytes.length) - at) / width)
  return { at, stated, count: Math.min(stated, Math.max(0, room)) }
}

/** How many samples in a row last so many ticks. */
export function* timesOf(bytes: Uint8Array, tables: Tables): Generator<{ count: number; delta: number }> {
  const table = tableOf(bytes, tables.get('stts'), 8)
  if (!table) return
  for (let entry = 0, at = table.at; entry < table.count; entry++, at += 8)
    yield { count: u32(bytes, at), delta: u32(bytes, at + 4) }
}

/** The ticks of one sample after the other. */
export function* spansOf(
  bytes: Uint8Array,
  tables: Tables,
): Generator<{ start: number; end: number }, undefined> {
  let start = 0
  for (const { count, delta } of timesOf(bytes, tables))
    for (let n = 0; n < count; n++, start += delta) yield { start, end: start + delta }
  return undefined
}

/** The sample that is decoded at so many ticks. */
export function sampleAt(bytes: Uint8Array, tables: Tables, wanted: number): number {
  let [sample, ticks] = [0, 0]
  for (const { count, delta } of timesOf(bytes, tables)) {
    if (ticks + count * delta > wanted) return sample + Math.max(0, Math.floor((wanted - ticks) / delta))
    sample += count
    ticks += count * delta
  }
  return sample
}

export function ticksOf(bytes: Uint8Array, tables: Tables, wanted: number): number {
  let [sample, ticks] = [0, 0]
  for (const { count, delta } of timesOf(bytes, tables)) {
    if (sample + count > wanted) return ticks + (wanted - sample) * delta
    sample += count
    ticks += count * delta
  }
  return ticks
}

/** The key frame at or before a sample. Without a table, each sample is one. */
export function keyBefore(bytes: Uint8Array, tables: Tables, sample: number): number {
  const table = tableOf(bytes, tables.get('stss'), 4)
  if (!table) return sample
  let key = 0
  for (let entry = 0, at = table.at; entry < table.count; entry++, at += 4) {
    const number = u32(bytes, at) - 1
    if (number > sample) break
    key = number
  }
  return key
}

/** `fixed`: bytes of each sample; 0 = each has its own. `listed`: samples whose size is there. */
type Sizes = { fixed: number; stated: number; listed: number; at: number }

export function sizesOf(bytes: Uint8Array, tables: Tables): Sizes | null {
  const table = tableOf(bytes, tables.get('stsz'), 4, 8)
  if (!table) return null
  const fixed = u32(bytes, table.at - 8)
  return { fixed, stated: table.stated, listed: fixed > 0 ? table.stated : table.count, at: table.at }
}

/** A chunk of samples that stand behind each other. `bytes`: those of the samples [from, to). */
type Chunk = {
  offset: number
  first: number
  count: number
  bytes: (from: number, to: number) => number
}

/**
 * In the order of the samples. Each chunk is told once, even if the runs of a hostile table go back.
 *
 * @throws {RangeError} without its tables
 */
export function* chunksOf(bytes: Uint8Array, tables: Tables): Generator<Chunk> {
  const [sizes, runs, offsets] = [
    sizesOf(bytes, tables),
    tableOf(bytes, tables.get('stsc'), 12),
    offsetsOf(bytes, tables),
  ]
  if (!sizes || !runs || !offsets) throw new RangeError('a track without its tables')
  const bytesIn = (from: number, to: number): number => {
    if (sizes.fixed > 0) return (to - from) * sizes.fixed
    if (to > sizes.listed) throw new RangeError('more samples in chunks than have a size')
    let sum = 0
    for (let sample = from; sample < to; sample++) sum += u32(bytes, sizes.at + 4 * sample)
    return sum
  }
  let [first, chunk] = [0, 0]
  for (let entry = 0, at = runs.at; entry < runs.count; entry++, at += 12) {
    const count = u32(bytes, at + 4)
    if (count === 0) throw new RangeError('chunks without samples')
    const next = entry + 1 < runs.count ? u32(bytes, at + 12) - 1 : offsets.count
    for (; chunk < Math.min(next, offsets.count); chunk++, first += count)
      yield { offset: offsets.read(chunk), first, count, bytes: bytesIn }
  }
}

type Offsets = Table & {
  read: (chunk: number) => number
  width: 4 | 8
}

/** Where each chunk begins in the file. */
export function offsetsOf(bytes: Uint8Array, tables: Tables): Offsets | null {
  const short = tableOf(bytes, tables.get('stco'), 4)
  if (short) return { ...short, width: 4, read: (chunk) => u32(bytes, short.at + 4 * chunk) }
  const long = tableOf(bytes, tables.get('co64'), 8)
  return long && { ...long, width: 8, read: (chunk) => u64(bytes, long.at + 8 * chunk) }
}
