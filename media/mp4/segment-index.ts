import { u16, u32, u64 } from '../bytes.ts'
import { isWide, type Box } from './boxes.ts'

/** `start` and `end` are bytes of the file, `ticks` how long it plays. */
type Segment = { start: number; end: number; ticks: number; isIndex: boolean }
export type SegmentIndex = { timescale: number; start: number; end: number; segments: Segment[] }

/** The box `sidx` (ISO/IEC 14496-12, section 8.16.3). Null if it is cut off. */
export function readSegments(bytes: Uint8Array, sidx: Box): SegmentIndex | null {
  if (sidx.end > bytes.length) return null
  const isLong = isWide(bytes, sidx)
  const times = sidx.body + 12
  const skipped = isLong ? u64(bytes, times + 8) : u32(bytes, times + 4)
  const entries = times + (isLong ? 16 : 8) + 4
  const count = Math.min(u16(bytes, entries - 2), Math.floor((sidx.end - entries) / 12))
  const start = sidx.end + skipped
  const segments: Segment[] = []
  let end = start
  for (let entry = entries; segments.length < count; entry += 12) {
    const size = u32(bytes, entry)
    const length = size % 2 ** 31
    segments.push({ start: end, end: end + length, ticks: u32(bytes, entry + 4), isIndex: size !== length })
    end += length
  }
  return { timescale: u32(bytes, sidx.body + 8), start, end, segments }
}
