import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { MEDIA } from './demuxers.ts'
import { Queue } from './queue.ts'
import { SHORT_WORK, start, stderrTail } from './run.ts'
import { textOrNull, withFallback } from '../ytdlp/facts.ts'
import { UNKNOWN_FACTS, type MediaFacts, type Track } from '#media/media-facts.ts'
import { waveBytes } from '#media/sound/wave-head.ts'

const [PROBES, WAITING] = [2, 64]
const probes = new Queue(PROBES, WAITING)
const MEMORY = 512 * 1024 ** 2
/** In other formats, a stream may begin later in the file. */
const COMPLETE = /^(avi|asf|mpegts|ogg|aac|ac3|eac3|mp3|aiff|amr|flac|wav|caf|au|mov,)/
const TIMED = /^(avi|asf|flv|aiff|flac|au)/
/** ffprobe would have to seek to the end of the file, but it reads from a pipe. */
const EVEN = /^(wav|caf)$/

const length = withFallback(z.nullable(z.number().check(z.positive())), null)
const seenSchema = z.object({
  streams: withFallback(
    z.array(
      z.object({
        codec_type: textOrNull,
        codec_name: textOrNull,
        width: length,
        height: length,
        disposition: withFallback(z.object({ attached_pic: withFallback(z.number(), 0) }), {
          attached_pic: 0,
        }),
      }),
    ),
    [],
  ),
  format: withFallback(z.object({ format_name: textOrNull, duration: textOrNull, bit_rate: textOrNull }), {
    format_name: null,
    duration: null,
    bit_rate: null,
  }),
})

type Seen = z.infer<typeof seenSchema>

type Program = { ffprobe: string; python: string; signal: AbortSignal }
type Look<Output> = {
  wanted: readonly string[]
  /** Path of a file in `folder`, or bytes. */
  source: string | Buffer
  folder?: string
  cpuSeconds: number
  deadline: number
  memory: number
  read: (stdout: Readable) => Promise<Output>
}

/**
 * ffprobe opens a decoder for every stream, also for those that nobody asked for, and ends at the first one
 * that a list of decoders lacks. So there is no such list: the sandbox bounds what a decoder can do. Throws
 * `unreadable` when ffprobe fails.
 */
export async function look<Output>(
  { wanted, source, folder, cpuSeconds, deadline, memory, read }: Look<Output>,
  { ffprobe, python, signal }: Program,
): Promise<Output> {
  const isFile = typeof source === 'string'
  const program = start(
    ffprobe,
    [
      ...`-v error -protocol_whitelist ${isFile ? 'file' : 'pipe'} -format_whitelist ${MEDIA}`.split(' '),
      ...wanted,
      isFile ? source : 'pipe:3',
    ],
    {
      signal,
      cpuSeconds,
      deadline,
      memory,
      sandbox: { python, ...(folder !== undefined && { folder }) },
      ...(folder !== undefined && { cwd: folder }),
      inputs: isFile ? 0 : 1,
    },
  )
  if (!isFile) program.inputs[0]?.end(source)
  const [output, { code, signal: killedBy, stderr }] = await Promise.all([
    read(program.stdout),
    program.ended,
  ])
  if (code !== 0)
    throw new Failure('unreadable', { cause: `ffprobe ${killedBy ?? code}: ${stderrTail(stderr)}` })
  return output
}

export async function probeHead(
  first: Buffer,
  size: number | null,
  program: Program,
): Promise<MediaFacts | undefined> {
  const probe = () =>
    look({ wanted: WANTED, source: first, ...SHORT_WORK, memory: MEMORY, read: text }, program)
  try {
    const output = await probes.run(probe, program.signal)
    return factsOf(seenSchema.parse(JSON.parse(output)), size && (waveBytes(first, size) ?? size))
  } catch {
    // Without them the visitor's page lacks a quality label, but the extraction succeeds.
    return undefined
  }
}

const ENTRIES =
  'stream=codec_type,codec_name,width,height:stream_disposition=attached_pic:format=format_name,duration,bit_rate'
const WANTED = ['-show_entries', ENTRIES, '-of', 'json']

function factsOf({ streams, format }: Seen, bytes: number | null): MediaFacts | undefined {
  const tracks = streams.flatMap<Track>(
    ({ codec_type: type, codec_name: codec, width, height, disposition }) =>
      codec && disposition.attached_pic === 0
        ? [{ kind: kindOf(type), codec, width, height, duration: null, fps: null }]
        : [],
  )
  // ffprobe gives no type to streams that ffmpeg cannot read, such as MPEG-H and AC-4.
  const isUnreadable = streams.length > 0 && streams.every(({ codec_type: type }) => type === null)
  if (tracks.length === 0 && !isUnreadable) return undefined
  const isAll = COMPLETE.test(format.format_name ?? '')
  return { ...UNKNOWN_FACTS, duration: durationOf(format, bytes), tracks, isAll, soundBytes: bytes }
}

const kindOf = (type: string | null) => (type === 'video' || type === 'audio' ? type : 'other')

function durationOf(format: Seen['format'], bytes: number | null): number | null {
  const name = format.format_name ?? ''
  const bits = EVEN.test(name) ? (bytes ?? 0) * 8 : 0
  const seconds = TIMED.test(name) ? Number(format.duration) : bits / Number(format.bit_rate)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
