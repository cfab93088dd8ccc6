import { latin1 } from '../bytes.ts'
import { boxes, boxOf } from '../mp4/boxes.ts'
import { samplesIn, trackFragments } from '../mp4/fragments.ts'
import { readIndex } from '../mp4/moov.ts'
import { orUndefined } from '../out-of-range.ts'
import { MAX_CUES, type Cue } from './cue.ts'
import { sampleReaders } from './samples.ts'

const FIRST_BOXES = new Set(['ftyp', 'styp', 'moov', 'moof', 'sidx', 'emsg', 'prft', 'mdat'])

export const isMp4 = (bytes: Uint8Array) => FIRST_BOXES.has(latin1(bytes, 4, 8))

/** Each cue has a sample, and so has each pause. */
export const MAX_SAMPLES = 4 * MAX_CUES

/** `first`: where the first sample stands on the clock of the media, in seconds; null without samples. */
type Read = { cues: Cue[]; first: number | null }

/**
 * The samples of text of fragments behind their map (ISO/IEC 14496-30). Undefined without such a track.
 * @param wanted its number; absent: the first
 */
export const readTextTrack = (bytes: Uint8Array, wanted?: number): Read | undefined =>
  orUndefined(() => samplesOf(bytes, wanted))

/** By the sample entry. */
export const textEntries: ReadonlyMap<string, 'tx3g' | 'wvtt' | 'stpp'> = new Map([
  ['tx3g', 'tx3g'],
  ['text', 'tx3g'],
  ['wvtt', 'wvtt'],
  ['stpp', 'stpp'],
])

function samplesOf(bytes: Uint8Array, wanted: number | undefined): Read | undefined {
  const top = [...boxes(bytes)]
  const moov = boxOf('moov', top)
  const tracks = moov ? readIndex(bytes, moov).tracks : []
  const track = tracks.find((one) => textEntries.has(one.entry.type) && [one.id, undefined].includes(wanted))
  const form = track && textEntries.get(track.entry.type)
  if (!track || !form) return undefined
  const read = sampleReaders[form]
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
