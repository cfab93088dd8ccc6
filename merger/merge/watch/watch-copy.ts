import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NO_COPY, FIRST_FRAGMENTS, type WatchList } from '#contract/engine/watch.ts'
import { start as startProcess, type Started } from '../../process/run.ts'
import type { Tee } from '../sources/pump.ts'
import type { Tools } from '../tools.ts'
import { FragmentReader } from './fragments.ts'

/** A visitor reaches the end of this part after the file is complete. */
export const MAX_COPY_SECONDS = 120
export const MAX_COPY_BYTES = 128 * 1024 ** 2
const DEADLINE_MS = 10 * 60_000
const MEMORY = 1024 ** 3
/** A merge never waits for a copy. On a busy machine, it may be as far ahead of it as of the store. */
const MAX_QUEUE_BYTES = 64 * 1024 ** 2
const LOOK_MS = 25

type Options = { folder: string; tools: Tools; signal: AbortSignal }

/**
 * A second ffmpeg that gets the same bytes as the merge and writes their beginning in short fragments, which
 * can be played while the merge runs.
 */
export class WatchCopy {
  readonly path: string
  readonly tees: Tee[]
  readonly #reader: FragmentReader
  readonly #ffmpeg: Started
  readonly #stop = new AbortController()
  #state: 'running' | 'complete' | 'stopped' = 'running'
  #isCut = false

  static of(ffmpegArguments: string[] | null, inputs: number, options: Options): WatchCopy | null {
    return ffmpegArguments && new WatchCopy(ffmpegArguments, inputs, options)
  }

  private constructor(
    ffmpegArguments: string[],
    inputs: number,
    { folder, tools: { config }, signal }: Options,
  ) {
    this.path = path.join(folder, 'watch.mp4')
    this.#reader = new FragmentReader(this.path)
    this.#ffmpeg = startProcess(config.FFMPEG, [...ffmpegArguments, this.path], {
      signal: AbortSignal.any([signal, this.#stop.signal]),
      deadline: DEADLINE_MS,
      memory: MEMORY,
      sandbox: { python: config.PYTHON, folder },
      cwd: folder,
      inputs,
    })
    this.#ffmpeg.stdout.resume()
    this.tees = this.#ffmpeg.inputs.map((input) => ({
      write: (chunk) => {
        if (input.destroyed || input.writableEnded) return
        input.write(chunk)
        if (input.writableLength > MAX_QUEUE_BYTES) this.#cut()
      },
      end: () => void input.end(),
    }))
    this.#ffmpeg.ended.then(
      ({ code }) => this.#end(code === 0 ? 'complete' : 'stopped'),
      () => this.#end('stopped'),
    )
  }

  async stop(): Promise<void> {
    this.#end('stopped')
    await this.#ffmpeg.ended.catch(() => undefined)
  }

  #end(state: 'complete' | 'stopped'): void {
    if (this.#state === 'running') this.#state = state
    if (state === 'stopped') this.#stop.abort()
  }

  #cut(): void {
    this.#isCut = true
    for (const input of this.#ffmpeg.inputs) input.end()
  }

  /** Waits at most `ms` milliseconds for the first segment. */
  async list(ms: number): Promise<WatchList> {
    const until = performance.now() + ms
    for (;;) {
      const state = this.#state
      await this.#reader.read()
      if (state === 'stopped') return NO_COPY
      const is_over = state === 'complete'
      const { initEnd: init, fragments: written, withAllTracks } = this.#reader
      // The end of a copy that was cut off can be sound whose picture is missing.
      const fragments = this.#isCut ? written.slice(0, withAllTracks) : written
      if (fragments.length >= FIRST_FRAGMENTS || is_over || performance.now() > until)
        return { init, fragments, is_over, is_whole: is_over && this.#isWhole() }
      await sleep(LOOK_MS)
    }
  }

  /** The copy has the end of the media, not only its beginning. */
  #isWhole(): boolean {
    const { fragments } = this.#reader
    const seconds = fragments.reduce((sum, one) => sum + one.seconds, 0)
    return (
      !this.#isCut && seconds < MAX_COPY_SECONDS - 1 && (fragments.at(-1)?.end ?? 0) < 0.9 * MAX_COPY_BYTES
    )
  }

  /** Whether ffmpeg has written the bytes [start, end) and will not change them. */
  has(start: number, end: number): boolean {
    const last = this.#reader.fragments.at(-1)
    return start < end && end <= (last?.end ?? 0)
  }
}
