import { u32, u64, writeU32, writeU64 } from '../bytes.ts'
import { isWide, leadingNumber, type Box } from './boxes.ts'
import { shortenEdits } from './edits.ts'
import type { TrackFragment } from './fragments.ts'
import type { Mp4Index } from './moov.ts'
import { offsetsOf } from './samples.ts'

/** Returns false when a new offset does not fit into its field, or when a table is missing or cut off. */
export function moveOffsets({ bytes, tracks, isAll }: Mp4Index, by: number): boolean {
  if (!isAll || tracks.length === 0) return false
  return tracks.every(({ tables }) => {
    const table = offsetsOf(bytes, tables)
    if (!table || table.count < table.stated) return false
    for (let chunk = 0; chunk < table.count; chunk++) {
      const moved = table.read(chunk) + by
      if (table.width === 4 && moved > 0xffffffff) return false
      write(bytes, table.at + table.width * chunk, moved, table.width)
    }
    return true
  })
}

/** Lets a film play at most so many seconds. ffmpeg itself writes edit lists only for the start. */
export function shortenIndex({ bytes, header, timescale, tracks }: Mp4Index, seconds: number): void {
  if (!header || !timescale) throw new Error('no timescale')
  const ticks = Math.round(seconds * timescale)
  // ISO/IEC 14496-12, sections 8.2.2 and 8.3.2: the length follows the times of creation and change, and the
  // timescale or the number of the track.
  shorten(bytes, header, [16, 24], ticks)
  for (const { boxes } of tracks) {
    const [own, list] = [boxes.get('tkhd'), boxes.get('elst')]
    if (own) shorten(bytes, own, [20, 28], ticks)
    if (list) shortenEdits(bytes, list, ticks)
  }
}

function shorten(bytes: Uint8Array, box: Box, [short, long]: [number, number], most: number): void {
  const at = box.body + (isWide(bytes, box) ? long : short)
  const now = isWide(bytes, box) ? u64(bytes, at) : u32(bytes, at)
  if (now > most) write(bytes, at, most, isWide(bytes, box) ? 8 : 4)
}

const ENABLED = 0x1

/**
 * ffmpeg enables the first track of each kind in an MP4, whatever its disposition, and players then show the
 * subtitles without being asked.
 */
export function disableText({ bytes, tracks }: Mp4Index): void {
  for (const { handler, boxes } of tracks) {
    const header = boxes.get('tkhd')
    if (!header || handler !== 'sbtl') continue
    // The last byte of the flags, which follow the version (ISO/IEC 14496-12, section 8.3.2).
    const at = header.body + 3
    bytes[at] = bytes[at]! & ~ENABLED
  }
}

/** Returns false when the new time does not fit. */
export function moveClock(bytes: Uint8Array, { clock }: TrackFragment, by: number): boolean {
  if (!clock) return true
  const width = isWide(bytes, clock) ? 8 : 4
  const time = leadingNumber(bytes, clock) + by
  if (time < 0 || time >= (width === 8 ? 2 ** 53 : 2 ** 32)) return false
  write(bytes, clock.body + 4, time, width)
  return true
}

function write(bytes: Uint8Array, at: number, value: number, width: 4 | 8): void {
  if (width === 8) writeU64(bytes, at, value)
  else writeU32(bytes, at, value)
}
