import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codecFamily } from '#contract/codecs.ts'
import { NO_COPY, SEGMENT_FRAGMENTS, type WatchList } from '#contract/engine/watch.ts'
import { start as startProcess, type Started } from '../../process/run.ts'
import { inputArguments, type Mux } from '../ffmpeg.ts'
import { soundCodec, videoCodec } from '../job.ts'
import type { OpenedRendition } from '../sources/open.ts'
import type { Tee } from '../sources/pump.ts'
import { startOf } from '../subtitles/starts-at.ts'
import type { Tools } from '../tools.ts'
import { FragmentReader } from './fragments.ts'

/** A visitor reaches the end of this part after the file is complete. */
const SECONDS = 120
const MAX_BYTES = 128 * 1024 ** 2
const DEADLINE_MS = 10 * 60_000
const MEMORY = 1024 ** 3
/** A merge never waits for a copy. On a busy machine, it may be as far ahead of it as of the store. */
const MAX_QUEUE_BYTES = 64 * 1024 ** 2
const LOOK_MS = 25
/** A header says all that a copy needs, so ffmpeg need not look for it in the media. */
const HEADER_BYTES = 64 * 1024
/** ffmpeg corrects a clock that wraps to times below zero, which a fragment cannot express. */
const BASE_SECONDS = 100

/** What browsers play in fragmented MP4. */
const PICTURES = new Set(['avc1', 'hvc1', 'av01', 'vp9'])
const SOUNDS = new Set(['mp4a', 'mp3', 'ac-3', 'ec-3', 'opus'])

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

  /** Null if browsers cannot play the tracks, or if the sources are not fed through pipes. */
  static of(mux: Mux, opened: OpenedRendition[], folder: string, tools: Tools, signal: AbortSignal) {
    return isWatchable(mux, opened) ? new WatchCopy(mux, opened, folder, tools, signal) : null
  }

  private constructor(
    mux: Mux,
    opened: OpenedRendition[],
    folder: string,
    { config }: Tools,
    signal: AbortSignal,
  ) {
    this.path = path.join(folder, 'watch.mp4')
    this.#reader = new FragmentReader(this.path)
    this.#ffmpeg = startProcess(config.FFMPEG, watchArguments(mux, opened, this.path), {
      signal: AbortSignal.any([signal, this.#stop.signal]),
      deadline: DEADLINE_MS,
      memory: MEMORY,
      sandbox: { python: config.PYTHON, folder },
      cwd: folder,
      inputs: mux.inputs.length,
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
      if (fragments.length >= SEGMENT_FRAGMENTS || is_over || performance.now() > until)
        return { init, fragments, is_over, is_whole: is_over && this.#isWhole() }
      await sleep(LOOK_MS)
    }
  }

  /** The copy has the end of the media, not only its beginning. */
  #isWhole(): boolean {
    const { fragments } = this.#reader
    const seconds = fragments.reduce((sum, one) => sum + one.seconds, 0)
    return !this.#isCut && seconds < SECONDS - 1 && (fragments.at(-1)?.end ?? 0) < 0.9 * MAX_BYTES
  }

  /** Whether ffmpeg has written the bytes [start, end) and will not change them. */
  has(start: number, end: number): boolean {
    const last = this.#reader.fragments.at(-1)
    return start < end && end <= (last?.end ?? 0)
  }
}

function isWatchable(mux: Mux, opened: OpenedRendition[]): boolean {
  const [video, audio] = sourcesOf(mux, opened)
  if (mux.container === 'gif' || mux.inputs.some((input) => !input.startsWith('pipe:'))) return false
  // Where no header names a codec, ffmpeg and the browser decide.
  const isPlayable = (codec: string | null, known: Set<string>) =>
    codec === null || known.has(codecFamily(codec) ?? '')
  if (video && !isPlayable(videoCodec(video), PICTURES)) return false
  return !audio || isPlayable(soundCodec(audio), SOUNDS)
}

const sourcesOf = (mux: Mux, opened: OpenedRendition[]) =>
  [mux.video, mux.audio].map((at) => (at === null ? null : (opened[at] ?? null)))

function watchArguments(mux: Mux, opened: OpenedRendition[], output: string): string[] {
  const startsAt = mux.clock === 'shifted' ? (startOf(opened) ?? 0) : 0
  const [, audio] = sourcesOf(mux, opened)
  const isAac = audio && (codecFamily(soundCodec(audio)) ?? 'mp4a') === 'mp4a'
  return [
    ...'-hide_banner -nostdin -loglevel error -y'.split(' '),
    ...(mux.clock === 'separate' ? [] : ['-copyts']),
    ...mux.inputs.flatMap((input, at) => [...probe(opened[at]), ...inputArguments(mux, input)]),
    ...(mux.video === null ? [] : ['-map', `${mux.video}:V:0`, '-c:v', 'copy']),
    ...(mux.audio === null
      ? []
      : ['-map', `${mux.audio}:a:0${mux.isAudioCertain ? '' : '?'}`, '-c:a', 'copy']),
    ...(isAac ? ['-bsf:a', 'aac_adtstoasc'] : []),
    ...(mux.isHevc ? ['-tag:v', 'hvc1'] : []),
    ...'-map_metadata -1 -map_chapters -1 -max_muxing_queue_size 4096'.split(' '),
    ...`-t ${startsAt + SECONDS} -fs ${MAX_BYTES}`.split(' '),
    // Browsers ignore the edit lists that tell how much later one track begins, so the fragments tell it.
    ...`-avoid_negative_ts disabled -use_editlist 0 -output_ts_offset ${BASE_SECONDS}`.split(' '),
    // The index waits for the first frames, because those of a transport stream describe its sound.
    ...'-movflags frag_keyframe+delay_moov+frag_discont+default_base_moof'.split(' '),
    ...'-frag_duration 250000 -min_frag_duration 200000 -flush_packets 1 -f mp4'.split(' '),
    output,
  ]
}

function probe(source: OpenedRendition | undefined): string[] {
  const hasHeader = source?.facts.kind === 'mp4' || source?.facts.kind === 'matroska'
  return ['-fpsprobesize', '0', ...(hasHeader ? ['-probesize', String(HEADER_BYTES)] : [])]
}
