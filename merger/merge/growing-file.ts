import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { hasProgram, run } from '../process/run.ts'

const PUNCH_DEADLINE_MS = 10_000
/** Disk is given back in pieces of this many bytes at least: each costs a small process. */
const PUNCH_BYTES = 4 * 1024 ** 2

/** The file an attempt writes: it grows, is read in parts meanwhile, and gives back the disk of what is stored elsewhere. */
export class HeldFile {
  readonly path: string
  /** Bytes [0, from) may change until the end. */
  readonly from: number
  /** Bytes on disk so far. */
  grown = 0
  /** Below this everything is stored elsewhere, apart from the front. */
  stored: number
  /** Below this the disk was given back, apart from the front. */
  freed: number
  #punching = false
  readonly #signal: AbortSignal

  constructor(path: string, from: number, signal: AbortSignal) {
    this.path = path
    this.from = from
    this.stored = from
    this.freed = from
    this.#signal = signal
  }

  /** Bytes written but not yet stored elsewhere. */
  get backlog(): number {
    return this.grown - this.stored
  }

  /** Looks how far the file has grown. A file that is not there yet has not grown. */
  async measure(): Promise<number> {
    const found = await stat(this.path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null
      throw cause
    })
    this.grown = found?.size ?? 0
    return this.grown
  }

  /** Bytes [start, end) as they are now. */
  read(start: number, end: number): ReadStream {
    return createReadStream(this.path, { start, end: end - 1, highWaterMark: 256 * 1024 })
  }

  /** Says that everything below `mark` apart from the front is stored elsewhere; a late or lost call changes nothing. */
  async markStored(mark: number): Promise<void> {
    this.stored = Math.max(this.stored, Math.min(mark, this.grown))
    if (this.#punching || this.stored - this.freed < PUNCH_BYTES) return
    if (!hasProgram('fallocate')) return
    this.#punching = true
    const [offset, end] = [this.freed, this.stored]
    try {
      // From here on nobody may read it: the hole is being made.
      this.freed = end
      await run(
        'fallocate',
        ['--punch-hole', '--offset', `${offset}`, '--length', `${end - offset}`, this.path],
        {
          signal: this.#signal,
          deadline: PUNCH_DEADLINE_MS,
        },
      )
    } finally {
      this.#punching = false
    }
  }
}
