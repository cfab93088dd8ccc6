import { i32, i64, u32, u64, writeU32, writeU64 } from '../bytes.ts'
import { isWide, type Box } from './boxes.ts'

/** ISO/IEC 14496-12, section 8.6.6. `ticks` are the movie's; `media` the track's, or -1: plays none. */
export type Edit = { at: number; ticks: number; media: number }

/** An entry of a table that is cut off is left out. */
export function readEdits(bytes: Uint8Array, list: Box): Edit[] {
  const isLong = isWide(bytes, list)
  const size = isLong ? 20 : 12
  const edits: Edit[] = []
  for (let at = list.body + 8; at + size <= Math.min(list.end, bytes.length); at += size)
    edits.push({
      at,
      ticks: isLong ? u64(bytes, at) : u32(bytes, at),
      media: isLong ? i64(bytes, at + 8) : i32(bytes, at + 4),
    })
  return edits
}

/** Ticks of the movie that play media, and ticks before them; null if no media plays. */
export function playedBy(edits: readonly Edit[]): { played: number; delay: number } | null {
  const shown = edits.filter(({ media }) => media >= 0)
  const played = shown.reduce((sum, { ticks }) => sum + ticks, 0)
  const before = edits.slice(
    0,
    edits.findIndex(({ media, ticks }) => media >= 0 && ticks > 0),
  )
  const delay = before.filter(({ media }) => media < 0).reduce((sum, { ticks }) => sum + ticks, 0)
  return played > 0 ? { played, delay } : null
}

/** Seconds from the time in the item to the time in the media, by the first edit that plays any. */
export function shiftOf(edits: readonly Edit[], movie: number, track: number): number {
  const first = edits.findIndex(({ media }) => media >= 0)
  if (first < 0 || movie === 0) return 0
  const delay = edits.slice(0, first).reduce((sum, { ticks }) => sum + ticks, 0)
  return edits[first]!.media / track - delay / movie
}

/** In place, so that all edits together last at most `ticks` of the movie. */
export function shortenEdits(bytes: Uint8Array, list: Box, ticks: number): void {
  let left = ticks
  for (const edit of readEdits(bytes, list)) {
    const kept = Math.min(edit.ticks, Math.max(0, left))
    if (isWide(bytes, list)) writeU64(bytes, edit.at, kept)
    else writeU32(bytes, edit.at, kept)
    left -= kept
  }
}
