import { boxAt, type Box } from '#media/mp4/boxes.ts'
import { timeHeader } from '#media/mp4/track.ts'
import { editIndex } from '../mp4-index.ts'

/**
 * Hides what lies more than `seconds` behind the first shown picture: pictures that earlier ones refer to,
 * and the rest of a packet of sound. ffmpeg itself writes edit lists only for the start.
 */
export const hideEnd = (path: string, seconds: number): Promise<void> =>
  editIndex(path, (index, movie, tracks) => {
    const header = boxAt(index, movie, 'mvhd')
    const { timescale } = header ? timeHeader(index, header) : { timescale: 0 }
    if (!header || !timescale) throw new Error('no timescale')
    const ticks = Math.round(seconds * timescale)
    // ISO/IEC 14496-12, sections 8.2.2 and 8.3.2: the length follows the times of creation and change, and
    // the timescale or the number of the track.
    shorten(index, header, [16, 24], ticks)
    for (const track of tracks) {
      const own = boxAt(index, track, 'tkhd')
      const list = boxAt(index, track, 'edts', 'elst')
      if (own) shorten(index, own, [20, 28], ticks)
      if (list) shortenEdits(index, list, ticks)
    }
  })

function shorten(index: Buffer, box: Box, [short, long]: [number, number], ticks: number): void {
  if (index[box.body] === 1) writeLower(index, box.body + long, ticks, 8)
  else writeLower(index, box.body + short, ticks, 4)
}

/** ISO/IEC 14496-12, section 8.6.6. */
function shortenEdits(index: Buffer, list: Box, ticks: number): void {
  const isLong = index[list.body] === 1
  const [bytes, size] = isLong ? ([8, 20] as const) : ([4, 12] as const)
  let left = ticks
  for (let at = list.body + 8; at + size <= list.end; at += size)
    left -= writeLower(index, at, Math.max(0, left), bytes)
}

/** Returns the number that then stands there. */
function writeLower(index: Buffer, at: number, most: number, bytes: 4 | 8): number {
  const now = bytes === 8 ? Number(index.readBigUInt64BE(at)) : index.readUInt32BE(at)
  if (now <= most) return now
  if (bytes === 8) index.writeBigUInt64BE(BigInt(most), at)
  else index.writeUInt32BE(most, at)
  return most
}
