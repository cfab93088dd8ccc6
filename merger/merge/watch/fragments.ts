import { open, type FileHandle } from 'node:fs/promises'
import { boxes, type Box } from '#media/mp4/boxes.ts'
import { playedIn } from '#media/mp4/fragments.ts'
import { readIndex, type Mp4Track } from '#media/mp4/moov.ts'

/** The bytes [start, end) of a fragmented MP4, and how long they play in seconds. */
type Fragment = { start: number; end: number; seconds: number }

/** ffmpeg writes an index of a few kilobytes for each fragment. */
const MAX_INDEX_BYTES = 1024 ** 2
const HEADER_BYTES = 16

/** Reads the fragments of a file that still grows. The file is one that ffmpeg writes for us. */
export class FragmentReader {
  readonly #path: string
  #at = 0
  #tracks: Mp4Track[] = []
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
      const { bytes, whole } = await this.#index(file, box)
      this.#tracks = readIndex(bytes, whole).tracks
      this.initEnd = end
    }
    if (box.type === 'moof') {
      const { bytes, whole } = await this.#index(file, box)
      const played = playedIn(bytes, whole, this.#tracks)
      this.#moofStart = this.#at
      if (played.length === this.#tracks.length) this.withAllTracks = this.fragments.length + 1
      this.#playsUntil ??= Math.min(...played.map((track) => track.start))
      this.#nextPlaysUntil = Math.max(...played.map((track) => track.end))
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

  async #index(file: FileHandle, { end }: Box): Promise<{ bytes: Uint8Array; whole: Box }> {
    const bytes = await bytesAt(file, this.#at, Math.min(end, MAX_INDEX_BYTES))
    const [whole] = boxes(bytes)
    return { bytes, whole: whole! }
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
