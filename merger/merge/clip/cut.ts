import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Clip } from '#contract/clip.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { decodersFor, MEDIA } from '../../process/demuxers.ts'
import { start } from '../../process/run.ts'

/** What ffmpeg cuts, in seconds of the item. */
export type Cut = {
  /**
   * The key frame before the wanted start; the wanted start of sound alone. Below zero if the source itself
   * hides that key frame.
   */
  copiesFrom: number
  /** What the file shows first. An edit list can hide what was copied before it. */
  beginsAt: number
  end: number
  /** ffmpeg decodes the first picture this long before it shows it. */
  lead: number
  /** The longest time between two pictures. */
  step: number
  /** Number of pictures up to the last one before the end, in the order of decoding; 0: unknown. */
  pictures: number
  inputs: CutInput[]
}
export type CutInput = {
  /** Added to the clock of the file. */
  shift: number
  /** On the clock of the file; null: read from its beginning. */
  seek: number | null
}

/** A saved source of a clip; `zero` as in `Excerpt`. */
type CutSource = {
  file: string
  hasPicture: boolean
  zero: number | null
  earliest: number
  isSought: boolean
}

/** `dts`: null = ffprobe does not know it, as at the start of Matroska. */
type Packet = { pts: number; dts: number | null; isKey: boolean }

/** It reads a whole file. */
const SLOW_PROBE = { cpuSeconds: 60, deadline: 300_000 }
const MEMORY = 1024 ** 3
/** Four hours of sound in Opus have fewer. */
const MAX_PACKETS = 1_000_000
/** Seconds: ffprobe rounds times to microseconds, and a film of 30 frames a second to less. */
const ROUNDING = 0.002

/** Seconds. Pictures before the end can stand behind later ones. */
const REORDER = 1

/** Only MP4 has edit lists that players know. */
const hidesItsStart = (container: MergePlan['container']): boolean => container === 'mp4'

type CutTools = { ffprobe: string; python: string; folder: string; signal: AbortSignal }

/** @param isShared whether all sources have the clock of the first */
export async function cutOf(
  sources: CutSource[],
  { clip, container }: { clip: Clip; container: MergePlan['container'] },
  isShared: boolean,
  tools: CutTools,
): Promise<Cut> {
  const [first] = sources
  if (!first) throw new Failure('bad_request')
  const packets = first.hasPicture || first.zero === null ? await packetsWithKey(first, clip, tools) : []
  const zero = zeroOf(first, packets)
  const zeros = await Promise.all(
    sources.map(async (source) =>
      source === first || isShared ? zero : zeroOf(source, await packetsOf(source, clip, tools)),
    ),
  )
  const key = first.hasPicture ? keyBefore(packets, clip.start + zero) : null
  const copiesFrom = key ? key.pts - zero : clip.start
  const shown = key && hidesItsStart(container) ? pictureAt(clip.start + zero, packets, key) : key
  return {
    copiesFrom,
    beginsAt: shown ? shown.pts - zero : clip.start,
    end: clip.end,
    lead: key ? leadOf(key, packets) : 0,
    step: key ? longestStep(packets.filter(({ pts }) => pts >= key.pts && pts <= clip.end + zero)) : 0,
    pictures: key
      ? packets.findLastIndex(({ pts }) => pts < clip.end + zero - ROUNDING) + 1 - packets.indexOf(key)
      : 0,
    inputs: sources.map(({ isSought }, index) => ({
      shift: -zeros[index]!,
      seek: isSought && copiesFrom >= 0 ? copiesFrom + zeros[index]! + ROUNDING / 4 : null,
    })),
  }
}

function zeroOf({ zero, earliest }: CutSource, packets: Packet[]): number {
  if (zero !== null) return zero
  if (packets.length === 0) throw new Failure('bad_clip', { cause: 'no packets' })
  return Math.min(...packets.slice(0, 32).map(({ pts }) => pts)) - earliest
}

function keyBefore(packets: Packet[], time: number): Packet {
  const keys = packets.filter(({ isKey }) => isKey)
  const key = keys.findLast(({ pts }) => pts <= time + ROUNDING) ?? keys[0]
  if (!key) throw new Failure('bad_clip', { cause: 'no key frame' })
  return key
}

/** The picture that a player shows at `time`. Players disagree about an edit list that begins later. */
function pictureAt(time: number, packets: Packet[], key: Packet): Packet {
  const earlier = packets.filter(({ pts }) => pts >= key.pts && pts <= time + ROUNDING)
  return earlier.reduce((last, packet) => (packet.pts > last.pts ? packet : last), key)
}

/** Pictures without a time of decoding are as many as ffmpeg decodes before it shows the first. */
function leadOf(key: Packet, packets: Packet[]): number {
  if (key.dts !== null) return key.pts - key.dts
  const behind = packets.slice(packets.indexOf(key)).filter(({ pts }) => pts >= key.pts)
  const unknown = behind.findIndex(({ dts }) => dts !== null)
  const shown = behind.map(({ pts }) => pts).toSorted((a, b) => a - b)
  return (shown[Math.max(0, unknown)] ?? key.pts) - key.pts
}

function longestStep(packets: Packet[]): number {
  const times = packets.map(({ pts }) => pts).toSorted((a, b) => a - b)
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0)
}

/** ffprobe does not jump to a key frame that an edit list hides. */
async function packetsWithKey(source: CutSource, clip: Clip, tools: CutTools): Promise<Packet[]> {
  const packets = await packetsOf(source, clip, tools)
  const hasKey = packets.some(({ pts, isKey }) => isKey && pts <= (source.zero ?? 0) + clip.start + ROUNDING)
  return hasKey || !source.hasPicture ? packets : packetsOf({ ...source, isSought: false }, clip, tools)
}

async function packetsOf(
  { file, hasPicture, zero, isSought }: CutSource,
  clip: Clip,
  { ffprobe, python, folder, signal }: CutTools,
): Promise<Packet[]> {
  const to = (zero ?? 0) + clip.end + REORDER
  const from = isSought ? String((zero ?? 0) + clip.start) : ''
  const probe = start(
    ffprobe,
    [
      ...'-v quiet -protocol_whitelist file -format_whitelist'.split(' '),
      MEDIA,
      '-codec_whitelist',
      decodersFor(true, true),
      ...`-select_streams ${hasPicture ? 'V' : 'a'}:0 -show_entries packet=pts_time,dts_time,flags`.split(
        ' ',
      ),
      ...(zero === null ? [] : ['-read_intervals', `${from}%${to}`]),
      ...'-of csv=p=0'.split(' '),
      file,
    ],
    { signal, ...SLOW_PROBE, memory: MEMORY, sandbox: { python, folder }, cwd: folder },
  )
  const [packets] = await Promise.all([readPackets(probe.stdout), probe.ended])
  return packets
}

/** Throws `too_big`. */
export async function readPackets(stdout: Readable): Promise<Packet[]> {
  const packets: Packet[] = []
  for await (const line of createInterface({ input: stdout })) {
    const [pts, dts, flags = ''] = line.split(',')
    const at = Number(pts || NaN)
    if (Number.isNaN(at)) continue
    if (packets.length === MAX_PACKETS) throw new Failure('too_big', { cause: 'packets of a clip' })
    const decoded = Number(dts || NaN)
    packets.push({ pts: at, dts: Number.isNaN(decoded) ? null : decoded, isKey: flags.startsWith('K') })
  }
  return packets
}
