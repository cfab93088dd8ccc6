import type { Readable } from 'node:stream'
import { codecRow } from '#contract/codecs/codecs.ts'
import { Failure } from '#contract/failure.ts'
import { decodersFor, MEDIA } from '../../process/demuxers.ts'
import { stderrTail, start } from '../../process/run.ts'
import type { Run } from '#media/lists/timeline.ts'
import { reading } from '../../process/reading-pool.ts'
import type { PartRequests } from '../../fetch/part-requests.ts'
import { canJoin, mainStream, runFacts, type RunStream } from './run-facts.ts'
import type { Shown, Splice } from './run-clock.ts'
import { FragmentedMp4 } from './fragmented-mp4.ts'
import { TransportStream } from './transport-stream.ts'
import type { JoinRun } from './parts.ts'
import { pump } from './pump.ts'

const DEADLINE_MS = 4 * 3_600_000
const MEMORY = 1024 ** 3
const START_BYTES = 1024 ** 2
/** Each run costs two short processes. */
const MAX_RUNS = 300
const PROBES = 4
/** A sound that begins before its picture must not get a time below zero, which MPEG-TS cannot express. */
const BASE_SECONDS = 10

type JoinTools = {
  ffmpeg: string
  ffprobe: string
  python: string
  folder: string
  signal: AbortSignal
}

/**
 * Reads the first bytes of each run. Throws `split` when a copy cannot join the runs. Returns null for sound
 * without a container, whose frames have no times.
 */
export async function spliceOf(
  runs: Run[],
  requests: PartRequests,
  isAlone: boolean,
  tools: JoinTools,
): Promise<Splice | null> {
  if (runs.length > MAX_RUNS) throw new Failure('split', { cause: `${runs.length} parts` })
  const heads: Head[] = []
  for (let at = 0; at < runs.length; at += PROBES)
    heads.push(...(await Promise.all(runs.slice(at, at + PROBES).map((run) => headOf(run, requests, tools)))))
  const [first] = heads
  if (!first || heads.some(({ hasTimes }) => !hasTimes)) return null
  if (!heads.every(({ streams }) => canJoin(first.streams, streams)))
    throw new Failure('split', { cause: 'parts of another form' })
  // A transport stream repeats its parameter sets, so that parts of several encoders can follow each other.
  const isForTransport = first.streams.every(({ codec_name }) => codecRow(codec_name)?.joins)
  if (!isForTransport && !heads.every(({ isMp4 }) => isMp4))
    throw new Failure('split', { cause: 'a codec that cannot be joined' })
  const follows = isAlone && isForTransport && runs.every(({ zero }) => zero === null)
  const zeros = runs.map(({ start: at, zero: listed }, index) => {
    const zero = listed ?? mainStream(heads[index]!.streams)?.start_time
    if (zero === undefined || (at === null && !follows))
      throw new Failure('split', { cause: 'parts without a clock' })
    return zero
  })
  return {
    offsets: runs.map(({ start: at }, index) => BASE_SECONDS + (at ?? 0) - zeros[index]!),
    shown: runs.map((run, index) => shownOf(run, mainStream(heads[index]!.streams)?.start_time)),
    form: isForTransport ? 'transport stream' : 'fragmented mp4',
    follows: follows
      ? zeros.map((zero, index) => ({ zero, isAfterHole: (runs[index - 1]?.gaps ?? 0) > 0 }))
      : null,
  }
}

/** Seconds. A file begins a little before its zero, because its sound has priming. */
const PRIMING = 0.2

function shownOf({ start: at, zero, seconds }: Run, ownStart: number | undefined): Shown | null {
  if (at === null || zero === null || seconds === undefined) return null
  const from = BASE_SECONDS + at
  return { from: zero - (ownStart ?? zero) > PRIMING ? from : -Infinity, to: from + seconds }
}

type Head = { streams: RunStream[]; isMp4: boolean; hasTimes: boolean }

async function headOf(run: Run, requests: PartRequests, tools: JoinTools): Promise<Head> {
  const head = await startOf(run, requests, tools.signal)
  const { kind, start: clock } = await reading.read('mediaFacts', [head, null], tools.signal)
  const hasTimes = kind !== 'other' || clock !== 0
  return { streams: hasTimes ? await runFacts(head, tools) : [], isMp4: kind === 'mp4', hasTimes }
}

async function startOf({ map, parts }: Run, requests: PartRequests, signal: AbortSignal): Promise<Buffer> {
  const all = [...(map ? [map] : []), parts[0]!]
  return Buffer.concat(await Promise.all(all.map((one) => requests.start(one, START_BYTES, signal))))
}

/** Gives each run the times of the item. The packets stay as they are. */
export function joiner({ offsets, shown, form, follows }: Splice, tools: JoinTools): JoinRun {
  if (form === 'fragmented mp4') {
    const joined = new FragmentedMp4()
    return (index, bytes) => joined.append(bytes, offsets[index]!, shown[index]!)
  }
  const output = new TransportStream()
  const offsetOf = (index: number) => {
    const run = follows?.[index]
    if (!run || output.end === null) return offsets[index]!
    const atEnd = output.end - run.zero
    return run.isAfterHole ? Math.max(atEnd, offsets[index]!) : atEnd
  }
  return async function* (index, bytes) {
    const ffmpeg = start(tools.ffmpeg, argumentsFor(offsetOf(index)), {
      signal: tools.signal,
      deadline: DEADLINE_MS,
      memory: MEMORY,
      sandbox: { python: tools.python, folder: tools.folder },
      cwd: tools.folder,
      inputs: 1,
    })
    const feeding = pump({ bytes: () => bytes }, ffmpeg.inputs[0]!)
    feeding.catch(() => ffmpeg.stdout.destroy())
    try {
      yield* output.append(ffmpeg.stdout as Readable & AsyncIterable<Buffer>, shown[index]!)
    } catch (error) {
      await feeding
      throw error
    }
    await feeding
    const { code, signal, stderr } = await ffmpeg.ended
    if (code !== 0) throw new Failure('merge_failed', { cause: `${signal ?? code}: ${stderrTail(stderr)}` })
  }
}

function argumentsFor(offset: number): string[] {
  return [
    ...'-hide_banner -nostdin -loglevel level+warning -copyts -protocol_whitelist pipe,fd'.split(' '),
    '-format_whitelist',
    MEDIA,
    '-codec_whitelist',
    decodersFor(true, true),
    ...'-i pipe:3 -map 0:V:0? -map 0:a:0? -c copy -muxdelay 0 -muxpreload 0'.split(' '),
    '-output_ts_offset',
    offset.toFixed(6),
    // One frame of sound in each packet, so that `TransportStream` can cut whole frames.
    ...'-pes_payload_size 0 -f mpegts pipe:1'.split(' '),
  ]
}
