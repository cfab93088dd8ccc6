import { boxAt, boxes, boxesIn, boxOf, leadingNumber, type Box } from './boxes.ts'

/** `start` and `ticks` are in the timescale of the track. */
export type TrackRun = { id: number; start: number; ticks: number }

/** The flags of `tfhd` and `trun` say which fields are present (ISO/IEC 14496-12, section 8.8). */
export function trackRunsIn(bytes: Buffer): TrackRun[] {
  const moof = boxOf('moof', boxes(bytes))
  const tracks: TrackRun[] = []
  for (const traf of moof ? boxesIn(bytes, moof) : []) {
    const header = traf.type === 'traf' ? boxAt(bytes, traf, 'tfhd') : undefined
    const time = header && boxAt(bytes, traf, 'tfdt')
    if (!header || !time) continue
    const usual = usualDuration(bytes, header)
    const start = Number(leadingNumber(bytes, time))
    let ticks = 0
    for (const run of boxesIn(bytes, traf)) if (run.type === 'trun') ticks += runTicks(bytes, run, usual)
    tracks.push({ id: bytes.readUInt32BE(header.body + 4), start, ticks })
  }
  return tracks
}

const flagsOf = (bytes: Buffer, box: Box) => bytes.readUIntBE(box.body + 1, 3)

function usualDuration(bytes: Buffer, header: Box): number {
  const flags = flagsOf(bytes, header)
  const at = header.body + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
  return flags & 0x8 ? bytes.readUInt32BE(at) : 0
}

function runTicks(bytes: Buffer, run: Box, usual: number): number {
  const flags = flagsOf(bytes, run)
  const count = bytes.readUInt32BE(run.body + 4)
  if (!(flags & 0x100)) return count * usual
  const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  const first = run.body + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  let ticks = 0
  for (let at = first; at + step <= run.end; at += step) ticks += bytes.readUInt32BE(at)
  return ticks
}
