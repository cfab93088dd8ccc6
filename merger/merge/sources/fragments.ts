import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Rendition } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { stderrTail, start, type Started } from '../../process/run.ts'
import type { Feed } from '../../fetch/feed.ts'
import { LeastRate, type RateLimits } from '../../fetch/least-rate.ts'

const PROGRAM = path.join(import.meta.dirname, '../../ytdlp/fragments.py')
const HEAD_BYTES = 64 * 1024
const DEADLINE_MS = 4 * 3_600_000
/** yt-dlp reads each fragment into memory as a whole. To decrypt a fragment, it makes further copies. */
const MEMORY = 1024 ** 3
const MAX_FRAGMENT_BYTES = 256 * 1024 ** 2
/** Shorter than `STALL_MS`. Therefore a silent source fails with `source_failed` before the attempt fails. */
const SILENCE_MS = 50_000

export type FragmentOptions = {
  python: string
  /** The folder where yt-dlp is installed, if Python does not find it by itself. */
  library?: string
  /** Empty = direct connections (tests only). */
  proxy: string
  folder: string
  signal: AbortSignal
  onBytes: (count: number) => void
  leastRate: RateLimits
  maxBytes?: number
}

export class Fragments implements Feed {
  readonly size = null
  readonly isExact = false
  head: Buffer = Buffer.alloc(0)
  readonly #started: Started
  readonly #output: AsyncIterator<Buffer>
  readonly #options: FragmentOptions
  readonly #rate: LeastRate
  readonly #stop = new AbortController()

  private constructor(rendition: Rendition, options: FragmentOptions) {
    this.#options = options
    this.#rate = new LeastRate(options.leastRate)
    const signal = AbortSignal.any([options.signal, this.#stop.signal, this.#rate.signal])
    this.#started = start(options.python, [PROGRAM], {
      signal,
      deadline: DEADLINE_MS,
      memory: MEMORY,
      fileBytes: MAX_FRAGMENT_BYTES,
      cwd: options.folder,
      env: {
        PYTHONDONTWRITEBYTECODE: '1',
        YTDLP_NO_PLUGINS: '1',
        MALLOC_ARENA_MAX: '2',
        ...(options.library && { PYTHONPATH: options.library }),
      },
      inputs: 1,
    })
    this.#started.inputs[0]?.end(JSON.stringify({ rendition, guard: options.proxy }))
    this.#output = (this.#started.stdout as Readable & AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  }

  static async open(rendition: Rendition, options: FragmentOptions): Promise<Fragments> {
    await mkdir(options.folder, { recursive: true })
    const feed = new Fragments(rendition, options)
    const chunks: Buffer[] = []
    let length = 0
    while (length < HEAD_BYTES) {
      const chunk = await feed.#next()
      if (!chunk) break
      chunks.push(chunk)
      length += chunk.length
    }
    if (length === 0) throw await feed.#failure()
    feed.head = Buffer.concat(chunks)
    return feed
  }

  async *bytes(): AsyncGenerator<Buffer> {
    const { maxBytes = MAX_FILE_BYTES } = this.#options
    let length = this.head.length
    try {
      yield this.head
      for (let chunk = await this.#next(); chunk; chunk = await this.#next()) {
        length += chunk.length
        if (length > maxBytes) throw new Failure('too_big')
        yield chunk
      }
      const { code } = await this.#started.ended
      if (code !== 0) throw await this.#failure()
    } finally {
      this.#stop.abort(new Failure('cancelled'))
    }
  }

  /** The silence timer runs only during this call, so it does not run while the reader pauses. */
  async #next(): Promise<Buffer | null> {
    const silence = new Failure('source_failed', { cause: 'silence' })
    const timer = setTimeout(() => this.#stop.abort(silence), SILENCE_MS)
    try {
      const next = await this.#rate.wait(this.#output.next())
      if (next.done) return null
      this.#rate.receive(next.value.length)
      this.#options.onBytes(next.value.length)
      return next.value
    } finally {
      clearTimeout(timer)
    }
  }

  async #failure(): Promise<Failure> {
    const { code, signal, stderr } = await this.#started.ended
    return new Failure('source_failed', { cause: `${signal ?? code}: ${stderrTail(stderr)}` })
  }
}
