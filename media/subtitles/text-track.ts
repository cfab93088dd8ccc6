import { boxAt, boxes, boxesIn, leadingNumber, viewOf, type Box } from '../mp4/boxes.ts'
import { orUndefined } from '../out-of-range.ts'
import { MAX_CUES, plainLines, type Cue } from './cue.ts'
import { decoded } from './decoded.ts'
import { readSubtitles } from './read.ts'

const FIRST_BOXES = new Set(['ftyp', 'styp', 'moov', 'moof', 'sidx', 'emsg', 'prft', 'mdat'])

export const isMp4 = (bytes: Uint8Array) => FIRST_BOXES.has(String.fromCharCode(...bytes.subarray(4, 8)))

/** Each cue has a sample, and so has each pause. */
const MAX_SAMPLES = 4 * MAX_CUES

/** `first`: where the first sample stands on the clock of the media, in seconds; null without samples. */
type Read = { cues: Cue[]; first: number | null }

/**
 * The `wvtt` or `stpp` samples of fragments behind their map (ISO/IEC 14496-30). Undefined without such a
 * track.
 */
export const readTextTrack = (bytes: Uint8Array): Read | undefined => orUndefined(() => samplesOf(bytes))

function samplesOf(bytes: Uint8Array): Read | undefined {
  const top = [...boxes(bytes)]
  const moov = top.find(({ type }) => type === 'moov')
  const track = moov && [...boxesIn(bytes, moov)].map((trak) => trackIn(bytes, trak)).find(Boolean)
  if (!track) return undefined
  const defaults = defaultsOf(bytes, moov, track.id)
  const cues: Cue[] = []
  let first: number | null = null
  let time = 0
  let samples = 0
  // Samples share no bytes. Those of a hostile file are all the same long one.
  let left = bytes.length
  for (const moof of top.filter(({ type }) => type === 'moof'))
    for (const traf of boxesIn(bytes, moof))
      for (const sample of samplesIn(bytes, moof, traf, { ...track, ...defaults, time })) {
        time = sample.end
        first ??= sample.start
        const content = bytes.subarray(sample.at, sample.at + sample.size)
        // A run can name billions of empty samples in twelve bytes.
        left -= Math.max(1, content.length)
        if (left < 0 || ++samples > MAX_SAMPLES) return { cues, first }
        for (const cue of track.read(content, sample)) cues.push(cue)
        if (cues.length >= MAX_CUES) return { cues, first }
      }
  return { cues, first }
}

type Span = { start: number; end: number }
type Track = { id: number; timescale: number; read: (sample: Uint8Array, span: Span) => Cue[] }

function trackIn(bytes: Uint8Array, trak: Box): Track | undefined {
  if (trak.type !== 'trak') return undefined
  const view = viewOf(bytes)
  const [header, media, list] = [
    boxAt(bytes, trak, 'tkhd'),
    boxAt(bytes, trak, 'mdia', 'mdhd'),
    boxAt(bytes, trak, 'mdia', 'minf', 'stbl', 'stsd'),
  ]
  const entry = list && boxesIn(bytes, list, 8).next().value
  const read = entry && READERS[entry.type]
  if (!header || !media || !read) return undefined
  const timescale = view.getUint32(media.body + (bytes[media.body] === 1 ? 20 : 12))
  const id = view.getUint32(header.body + (bytes[header.body] === 1 ? 20 : 12))
  return timescale > 0 ? { id, timescale, read } : undefined
}

const READERS: Record<string, Track['read']> = { wvtt: webVtt, stpp: ttml }

/** A cue is repeated in each sample in which it is shown. */
function webVtt(sample: Uint8Array, { start, end }: Span): Cue[] {
  return [...boxes(sample)].flatMap((box) => {
    const payload = box.type === 'vttc' && boxAt(sample, box, 'payl')
    if (!payload) return []
    return [{ start, end, lines: plainLines(decoded(sample.subarray(payload.body, payload.end))) }]
  })
}

/** The times are those of the track. Some packagers begin each sample at zero. */
function ttml(sample: Uint8Array, { start }: Span): Cue[] {
  const cues = readSubtitles(decoded(sample)) ?? []
  const isOwn = start > 0 && cues.every(({ end }) => end <= start)
  return isOwn ? cues.map((cue) => ({ ...cue, start: cue.start + start, end: cue.end + start })) : cues
}

type Defaults = { duration: number; size: number }

function defaultsOf(bytes: Uint8Array, moov: Box, track: number): Defaults {
  const view = viewOf(bytes)
  const extends_ = boxAt(bytes, moov, 'mvex')
  for (const box of extends_ ? boxesIn(bytes, extends_) : [])
    if (box.type === 'trex' && view.getUint32(box.body + 4) === track)
      return { duration: view.getUint32(box.body + 12), size: view.getUint32(box.body + 16) }
  return { duration: 0, size: 0 }
}

type Sample = Span & { at: number; size: number }

/** ISO/IEC 14496-12, section 8.8.7 and 8.8.8. */
function* samplesIn(
  bytes: Uint8Array,
  moof: Box,
  traf: Box,
  { id, timescale, duration, size, time }: Track & Defaults & { time: number },
): Generator<Sample> {
  const view = viewOf(bytes)
  const header = traf.type === 'traf' && boxAt(bytes, traf, 'tfhd')
  if (!header || view.getUint32(header.body + 4) !== id) return
  const flags = view.getUint32(header.body)
  let at = header.body + 8
  const field = (flag: number, width: number) => {
    if ((flags & flag) === 0) return null
    at += width
    return width === 8 ? Number(view.getBigUint64(at - 8)) : view.getUint32(at - 4)
  }
  const base = field(0x1, 8) ?? moof.start
  field(0x2, 4)
  const usual = { duration: field(0x8, 4) ?? duration, size: field(0x10, 4) ?? size }
  const decode = boxAt(bytes, traf, 'tfdt')
  let ticks = decode ? Number(leadingNumber(bytes, decode)) : Math.round(time * timescale)
  let next = moof.end + 8
  for (const run of boxesIn(bytes, traf)) {
    if (run.type !== 'trun') continue
    const has = (flag: number) => (view.getUint32(run.body) & flag) !== 0
    const count = view.getUint32(run.body + 4)
    let entry = run.body + 8
    const read = () => view.getUint32((entry += 4) - 4)
    if (has(0x1)) next = base + (read() | 0)
    if (has(0x4)) entry += 4
    for (let index = 0; index < count && index < MAX_CUES; index++) {
      const lasts = has(0x100) ? read() : usual.duration
      const length = has(0x200) ? read() : usual.size
      if (has(0x400)) entry += 4
      const offset = has(0x800) ? read() | 0 : 0
      const start = (ticks + offset) / timescale
      yield { start, end: start + lasts / timescale, at: next, size: length }
      ticks += lasts
      next += length
    }
  }
}
