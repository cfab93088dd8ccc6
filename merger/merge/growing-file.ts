import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { hasProgram, run } from '../process/run.ts'
import { Backlog, type BacklogLimits } from './backlog.ts'

const PUNCH_DEADLINE_MS = 10_000
/** Freeing starts a process for each step. */
const PUNCH_BYTES = 4 * 1024 ** 2

/** Bytes at the end, which tell whether a file without an index is whole. A page of Ogg is no longer. */
export const KEPT_TAIL = 128 * 1024

export class GrowingFile extends Backlog {
  readonly path: string
  /** The disk space of the bytes [from, freed) has been freed. Reading these bytes yields zeros. */
  freed: number
  #punching = false
  readonly #signal: AbortSignal

  constructor(path: string, from: number, signal: AbortSignal, limits?: BacklogLimits) {
    super(from, limits)
    this.path = path
    this.freed = from
    this.#signal = signal
  }

  async measure(): Promise<number> {
    const found = await stat(this.path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null
      throw cause
    })
    this.grown = found?.size ?? 0
    return this.grown
  }

  read(start: number, end: number): ReadStream {
    return createReadStream(this.path, { start, end: end - 1, highWaterMark: 256 * 1024 })
  }

  async markStored(stored: number): Promise<void> {
    this.acknowledge(stored)
    const until = Math.min(this.stored, this.grown - KEPT_TAIL)
    if (this.#punching || until - this.freed < PUNCH_BYTES) return
    if (!hasProgram('fallocate')) return
    this.#punching = true
    const [offset, end] = [this.freed, until]
    try {
      // The offset `freed` is increased before the disk space is freed. Otherwise a reader could get zeros
      // from the freed space.
      this.freed = end
      await run(
        'fallocate',
        ['--punch-hole', '--offset', `${offset}`, '--length', `${end - offset}`, this.path],
        { signal: this.#signal, deadline: PUNCH_DEADLINE_MS },
      )
    } finally {
      this.#punching = false
    }
  }
}
