import { latin1 } from '../bytes.ts'
import { boxAt, boxes, boxOf } from '../mp4/boxes.ts'
import { samplesIn, trackFragments } from '../mp4/fragments.ts'
import { readIndex } from '../mp4/moov.ts'
import { orUndefined } from '../out-of-range.ts'
import { MAX_CUES, type Cue } from './cue.ts'
import { decoded } from './decoded.ts'
import { readSubtitles } from './read.ts'
import { spoken } from './words.ts'

const FIRST_BOXES = new Set(['ftyp', 'styp', 'moov', 'moof', 'sidx', 'emsg', 'prft', 'mdat'])

export const isMp4 = (bytes: Uint8Array) => FIRST_BOXES.has(latin1(bytes, 4, 8))

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
  const moov = boxOf('moov', top)
  const track = moov && readIndex(bytes, moov).tracks.find(({ entry }) => entry.type in READERS)
  const read = track && READERS[track.entry.type]
  if (!read) return undefined
  const { id, timescale, usual } = track
  const cues: Cue[] = []
  let first: number | null = null
  let [time, samples] = [0, 0]
  // Samples share no bytes. Those of a hostile file are all the same long one.
  let left = bytes.length
  for (const moof of top.filter(({ type }) => type === 'moof'))
    for (const fragment of trackFragments(bytes, moof)) {
      if (fragment.id !== id) continue
      for (const { start, ticks, at, bytes: size } of samplesIn(bytes, fragment, {
        usual,
        moofEnd: moof.end,
        time,
      })) {
        time = start + ticks
        const span = { start: start / timescale, end: time / timescale }
        first ??= span.start
        const content = bytes.subarray(at, at + size)
        // A run can name billions of empty samples in twelve bytes.
        left -= Math.max(1, content.length)
        if (left < 0 || ++samples > MAX_SAMPLES) return { cues, first }
        for (const cue of read(content, span)) cues.push(cue)
        if (cues.length >= MAX_CUES) return { cues, first }
      }
    }
  return { cues, first }
}

type Span = { start: number; end: number }

const READERS: Record<string, (sample: Uint8Array, span: Span) => Cue[]> = { wvtt: webVtt, stpp: ttml }

/** A cue is repeated in each sample in which it is shown. */
function webVtt(sample: Uint8Array, { start, end }: Span): Cue[] {
  return [...boxes(sample)].flatMap((box) => {
    const payload = box.type === 'vttc' && boxAt(sample, box, 'payl')
    if (!payload) return []
    return [{ start, end, ...spoken(decoded(sample.subarray(payload.body, payload.end))) }]
  })
}

/** The times are those of the track. Some packagers begin each sample at zero. */
function ttml(sample: Uint8Array, { start }: Span): Cue[] {
  const cues = readSubtitles(decoded(sample)) ?? []
  const isOwn = start > 0 && cues.every(({ end }) => end <= start)
  return isOwn ? cues.map((cue) => ({ ...cue, start: cue.start + start, end: cue.end + start })) : cues
}
