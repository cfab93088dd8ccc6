import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Clip } from '#contract/clip.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { look } from '../../process/ffprobe.ts'

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
  /** Where the pictures of the source end, if that is before `end`. */
  pictureEnd: number
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
  isPart: boolean
}

/** `dts`: null = ffprobe does not know it, as at the start of Matroska. */
type Packet = { pts: number; dts: number | null; isKey: boolean }
/** `delay`: seconds by which ffmpeg assumes that a picture without a time of decoding is decoded earlier. */
type Packets = { packets: Packet[]; delay: number }
const NO_PACKETS: Packets = { packets: [], delay: 0 }

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
  const isLookedAt = first.hasPicture || first.zero === null
  const { packets, delay } = isLookedAt ? await packetsWithKey(first, clip, tools) : NO_PACKETS
  const zero = zeroOf(first, packets)
  const zeros = await Promise.all(
    sources.map(async (source) =>
      source === first || isShared ? zero : zeroOf(source, (await packetsOf(source, clip, tools)).packets),
    ),
  )
  const key = first.hasPicture ? keyBefore(packets, clip.start + zero, first) : null
  const copiesFrom = key ? key.pts - zero : clip.start
  const shown = key && hidesItsStart(container) ? pictureAt(clip.start + zero, packets, key) : key
  if (shown && shown.pts - zero >= clip.end) throw new Failure('bad_clip', { cause: 'before the pictures' })
  return {
    copiesFrom,
    beginsAt: shown ? shown.pts - zero : clip.start,
    end: clip.end,
    pictureEnd: key && knowsItsEnd(first) ? Math.min(clip.end, endOf(packets) - zero) : clip.end,
    lead: key ? leadOf(key, packets, delay) : 0,
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
  if (packets.length === 0) throw new Failure('unreadable', { cause: 'no packets' })
  return Math.min(...packets.slice(0, 32).map(({ pts }) => pts)) - earliest
}

/** A part of a file that has only a later key frame is the wrong part; a whole film may begin with one. */
function keyBefore(packets: Packet[], time: number, source: CutSource): Packet {
  const { isPart, earliest } = source
  if (packets.length === 0 && knowsItsEnd(source)) throw new Failure('bad_clip', { cause: 'no pictures' })
  const keys = packets.filter(({ isKey }) => isKey)
  const key = keys.findLast(({ pts }) => pts <= time + ROUNDING)
  const later = isPart && earliest > 0 ? undefined : keys[0]
  if (!key && !later) throw new Failure('unreadable', { cause: 'no key frame before the start' })
  return (key ?? later)!
}

/** The picture that a player shows at `time`. Players disagree about an edit list that begins later. */
function pictureAt(time: number, packets: Packet[], key: Packet): Packet {
  const earlier = packets.filter(({ pts }) => pts >= key.pts && pts <= time + ROUNDING)
  return earlier.reduce((last, packet) => (packet.pts > last.pts ? packet : last), key)
}

/** Pictures without a time of decoding are at least as many as ffmpeg decodes before it shows the first. */
function leadOf(key: Packet, packets: Packet[], delay: number): number {
  if (key.dts !== null) return key.pts - key.dts
  const behind = packets.slice(packets.indexOf(key)).filter(({ pts }) => pts >= key.pts)
  const unknown = behind.findIndex(({ dts }) => dts !== null)
  const shown = behind.map(({ pts }) => pts).toSorted((a, b) => a - b)
  return Math.max(delay, (shown[Math.max(0, unknown)] ?? key.pts) - key.pts)
}

/** The index of an MP4 is whole even if its media are not. */
const knowsItsEnd = ({ isPart, isSought }: CutSource) => !isPart || isSought

/** The last picture is shown for as long as the longest of the others. */
const endOf = (packets: Packet[]) => Math.max(...packets.map(({ pts }) => pts)) + longestStep(packets)

function longestStep(packets: Packet[]): number {
  const times = packets.map(({ pts }) => pts).toSorted((a, b) => a - b)
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0)
}

/** ffprobe does not jump to a key frame that an edit list hides. */
async function packetsWithKey(source: CutSource, clip: Clip, tools: CutTools): Promise<Packets> {
  const sought = await packetsOf(source, clip, tools).catch((error: unknown) => {
    if (source.isSought && error instanceof Failure && error.code === 'unreadable') return NO_PACKETS
    throw error
  })
  const start = (source.zero ?? 0) + clip.start + ROUNDING
  const hasKey = sought.packets.some(({ pts, isKey }) => isKey && pts <= start)
  return hasKey || !source.hasPicture ? sought : packetsOf({ ...source, isSought: false }, clip, tools)
}

const ENTRIES = 'packet=pts_time,dts_time,flags:stream=has_b_frames,avg_frame_rate'

function packetsOf(
  { file, hasPicture, zero, isSought }: CutSource,
  clip: Clip,
  tools: CutTools,
): Promise<Packets> {
  const to = (zero ?? 0) + clip.end + REORDER
  const from = isSought ? String((zero ?? 0) + clip.start) : ''
  const wanted = [
    ...`-select_streams ${hasPicture ? 'V' : 'a'}:0 -show_entries ${ENTRIES} -of csv`.split(' '),
    ...(zero === null ? [] : ['-read_intervals', `${from}%${to}`]),
  ]
  const { folder } = tools
  const looked = { source: file, folder, ...SLOW_PROBE, memory: MEMORY, read: readPackets }
  return look({ wanted, ...looked }, tools)
}

/** Throws `too_big`. */
export async function readPackets(stdout: Readable): Promise<Packets> {
  const packets: Packet[] = []
  let delay = 0
  for await (const line of createInterface({ input: stdout })) {
    const [section, ...fields] = line.split(',')
    if (section === 'stream') delay = delayOf(fields)
    const [pts, dts, flags = ''] = fields
    const at = section === 'packet' ? Number(pts || NaN) : NaN
    if (Number.isNaN(at)) continue
    if (packets.length === MAX_PACKETS) throw new Failure('too_big', { cause: 'packets of a clip' })
    const decoded = Number(dts || NaN)
    packets.push({ pts: at, dts: Number.isNaN(decoded) ? null : decoded, isKey: flags.startsWith('K') })
  }
  return { packets, delay }
}

/** Pictures that are decoded ahead, and the rate as a fraction. */
function delayOf([pictures, rate = '']: string[]): number {
  const [count = 0, seconds = 0] = rate.split('/').map(Number)
  const delay = (Number(pictures) * seconds) / count
  return Number.isFinite(delay) ? delay : 0
}
