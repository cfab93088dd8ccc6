import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Rendition } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { stderrTail, start, type Started } from '../../process/run.ts'
import type { Feed } from '../../fetch/feed.ts'

const PROGRAM = path.join(import.meta.dirname, '../../ytdlp/fragments.py')
const HEAD_BYTES = 64 * 1024
const DEADLINE_MS = 4 * 3_600_000
const MEMORY = 2 * 1024 ** 3
/** No fragment in this long means that the source stopped. Shorter than STALL_MS, so that the cause is named. */
const SILENCE_MS = 50_000

export type FragmentOptions = {
  python: string
  /** Where yt-dlp is installed, when not where Python looks. */
  library?: string
  /** The guard, or empty where there is none. */
  proxy: string
  /** A folder of its own: fragments lie there until they are written out. */
  folder: string
  signal: AbortSignal
  onBytes: (count: number) => void
}

/** An HLS or DASH rendition, fetched in fragments by yt-dlp. */
export class Fragments implements Feed {
  readonly size = null
  readonly isExact = false
  head: Buffer = Buffer.alloc(0)
  readonly #started: Started
  readonly #output: AsyncIterator<Buffer>
  readonly #options: FragmentOptions
  readonly #silence: { timer: NodeJS.Timeout; stop: AbortController }

  private constructor(rendition: Rendition, options: FragmentOptions) {
    this.#options = options
    const stop = new AbortController()
    const signal = AbortSignal.any([options.signal, stop.signal])
    const timer = setTimeout(() => stop.abort(new Failure('source_failed', { cause: 'silence' })), SILENCE_MS)
    this.#silence = { timer, stop }
    this.#started = start(options.python, [PROGRAM], {
      signal,
      deadline: DEADLINE_MS,
      memory: MEMORY,
      cwd: options.folder,
      env: { PYTHONDONTWRITEBYTECODE: '1', ...(options.library && { PYTHONPATH: options.library }) },
      inputs: 1,
    })
    this.#started.inputs[0]?.end(JSON.stringify({ rendition, guard: options.proxy }))
    this.#output = (this.#started.stdout as Readable & AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  }

  /** Starts fetching and waits for the first bytes. Throws `source_failed`. */
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
    if (length === 0) throw await feed.#why()
    feed.head = Buffer.concat(chunks)
    return feed
  }

  async *bytes(): AsyncGenerator<Buffer> {
    let length = this.head.length
    try {
      yield this.head
      for (let chunk = await this.#next(); chunk; chunk = await this.#next()) {
        length += chunk.length
        if (length > MAX_FILE_BYTES) throw new Failure('too_big')
        yield chunk
      }
      const { code } = await this.#started.ended
      if (code !== 0) throw await this.#why()
    } finally {
      clearTimeout(this.#silence.timer)
      this.#silence.stop.abort(new Failure('cancelled'))
    }
  }

  /** Time counts only while we wait for the source, not while the reader lets us wait. */
  async #next(): Promise<Buffer | null> {
    this.#silence.timer.refresh()
    const next = await this.#output.next()
    clearTimeout(this.#silence.timer)
    if (next.done) return null
    this.#options.onBytes(next.value.length)
    return next.value
  }

  async #why(): Promise<Failure> {
    const { code, signal, stderr } = await this.#started.ended
    return new Failure('source_failed', { cause: `${signal ?? code}: ${stderrTail(stderr)}` })
  }
}
