import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { look } from '../../process/ffprobe.ts'
import { SHORT_WORK } from '../../process/run.ts'

const MEMORY = 512 * 1024 ** 2

const streamSchema = z.object({
  codec_type: z.enum(['video', 'audio']),
  codec_name: z.string(),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  pix_fmt: z.optional(z.string()),
  sample_rate: z.optional(z.string()),
  channels: z.optional(z.number()),
  start_time: z.optional(z.coerce.number()),
})

export type RunStream = z.infer<typeof streamSchema>

/** What must be equal in all runs, so that a copy can join them; `start_time` is the own clock of the run. */
export async function runFacts(
  first: Buffer,
  program: { ffprobe: string; python: string; signal: AbortSignal },
): Promise<RunStream[]> {
  const looked = { source: first, ...SHORT_WORK, memory: MEMORY, read: text }
  const { streams } = z
    .object({ streams: z._default(z.array(z.unknown()), []) })
    .parse(JSON.parse(await look({ wanted: WANTED, ...looked }, program)))
  return streams.flatMap((stream) => streamSchema.safeParse(stream).data ?? [])
}

const WANTED =
  '-show_entries stream=codec_type,codec_name,width,height,pix_fmt,sample_rate,channels,start_time -of json'.split(
    ' ',
  )

export const mainStream = (streams: RunStream[]): RunStream | undefined =>
  streams.find(({ codec_type }) => codec_type === 'video') ?? streams[0]

/** The differences that a copy cannot join. Parameter sets and timescales may differ. */
export function canJoin(a: RunStream[], b: RunStream[]): boolean {
  return a.length > 0 && shapeOf(a) === shapeOf(b)
}

function shapeOf(streams: RunStream[]): string {
  const shapes = streams.map((stream) => JSON.stringify({ ...stream, start_time: undefined }))
  return shapes.toSorted().join()
}
