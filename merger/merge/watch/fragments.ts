import { open, type FileHandle } from 'node:fs/promises'
import { boxes, boxesIn, boxOf } from '#media/mp4/boxes.ts'
import { trackFacts, trackId } from '#media/mp4/track.ts'
import { trackRunsIn, type TrackRun } from '#media/mp4/fragment-tracks.ts'

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
  /** Number of fragments up to the last one that has every track. */
  withAllTracks = 0

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
      if (tracks.length === this.#timescales.size) this.withAllTracks = this.fragments.length + 1
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
  for (const trak of moov ? boxesIn(bytes, moov) : []) {
    const id = trak.type === 'trak' ? trackId(bytes, trak) : undefined
    if (id !== undefined) found.set(id, trackFacts(bytes, trak)?.timescale ?? 1)
  }
  return found
}
