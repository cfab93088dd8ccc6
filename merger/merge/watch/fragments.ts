import { open, type FileHandle } from 'node:fs/promises'
import { boxAt, boxes, boxOf, leadingNumber, type Box } from '#contract/boxes.ts'
import { trackFacts, trackId } from '../../media/boxes.ts'

/** The bytes [start, end) of a fragmented MP4, and how long they play in seconds. */
type Fragment = { start: number; end: number; seconds: number }

/** ffmpeg writes an index of a few kilobytes for each fragment. */
const MAX_INDEX_BYTES = 1024 ** 2
const HEADER_BYTES = 16

/** Reads the fragments of a file that still grows. The file is one that ffmpeg writes for us. */
export class FragmentReader {
  readonly #path: string
  #at = 0
  /** Ticks per second by track id. */
  #timescales = new Map<number, number>()
  #moofStart: number | null = null
  #playsUntil: number | null = null
  #nextPlaysUntil = 0
  /** End of the part before the first fragment (`ftyp` and `moov`); 0 until it is complete. */
  initEnd = 0
  readonly fragments: Fragment[] = []

  constructor(path: string) {
    this.#path = path
  }

  async read(): Promise<void> {
    const file = await open(this.#path, 'r').catch(() => null)
    if (!file) return
    try {
      const { size } = await file.stat()
      while (await this.#readBox(file, size));
    } finally {
      await file.close()
    }
  }

  async #readBox(file: FileHandle, size: number): Promise<boolean> {
    const [box] = boxes(await bytesAt(file, this.#at, HEADER_BYTES))
    if (!box || this.#at + box.end > size) return false
    const end = this.#at + box.end
    if (box.type === 'moov') {
      this.#timescales = timescalesOf(await bytesAt(file, this.#at, Math.min(box.end, MAX_INDEX_BYTES)))
      this.initEnd = end
    }
    if (box.type === 'moof') {
      const tracks = trackRunsIn(await bytesAt(file, this.#at, Math.min(box.end, MAX_INDEX_BYTES)))
      const seconds = (track: TrackRun, ticks: number) => ticks / (this.#timescales.get(track.id) ?? 1)
      this.#moofStart = this.#at
      this.#playsUntil ??= Math.min(...tracks.map((track) => seconds(track, track.start)))
      this.#nextPlaysUntil = Math.max(...tracks.map((track) => seconds(track, track.start + track.ticks)))
    }
    if (box.type === 'mdat' && this.#moofStart !== null) {
      const seconds = Math.max(0, this.#nextPlaysUntil - (this.#playsUntil ?? 0))
      this.fragments.push({ start: this.#moofStart, end, seconds })
      this.#moofStart = null
      this.#playsUntil = this.#nextPlaysUntil
    }
    this.#at = end
    return true
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function timescalesOf(bytes: Buffer): Map<number, number> {
  const moov = boxOf('moov', boxes(bytes))
  const found = new Map<number, number>()
  for (const trak of moov ? boxes(bytes, moov.body, Math.min(moov.end, bytes.length)) : []) {
    const id = trak.type === 'trak' ? trackId(bytes, trak) : undefined
    if (id !== undefined) found.set(id, trackFacts(bytes, trak)?.timescale ?? 1)
  }
  return found
}

type TrackRun = { id: number; start: number; ticks: number }

/** The flags of `tfhd` and `trun` say which fields are present (ISO/IEC 14496-12, section 8.8). */
function trackRunsIn(bytes: Buffer): TrackRun[] {
  const moof = boxOf('moof', boxes(bytes))
  const tracks: TrackRun[] = []
  for (const traf of moof ? boxes(bytes, moof.body, Math.min(moof.end, bytes.length)) : []) {
    const header = traf.type === 'traf' ? boxAt(bytes, traf, 'tfhd') : undefined
    const time = header && boxAt(bytes, traf, 'tfdt')
    if (!header || !time) continue
    const usual = usualDuration(bytes, header)
    const start = Number(leadingNumber(bytes, time))
    let ticks = 0
    for (const run of boxes(bytes, traf.body, Math.min(traf.end, bytes.length)))
      if (run.type === 'trun') ticks += runTicks(bytes, run, usual)
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
