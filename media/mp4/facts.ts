import { MAX_TRACKS, UNKNOWN_FACTS, type MediaFacts, type Track } from '../media-facts.ts'
import { boxes, MAX_VISITS, type Box } from './boxes.ts'
import { playedBy, shiftOf } from './edits.ts'
import { trackFragments } from './fragments.ts'
import { readIndex, type Mp4Index, type Mp4Track } from './moov.ts'
import { sizesOf, timesOf } from './samples.ts'
import { readSegments, type SegmentIndex } from './segment-index.ts'

/** Real files have fewer than ten before their media; a crafted file may have millions of empty boxes. */
const MAX_TOP_BOXES = 1_000
/** Some files have one index for each fragment (ISO/IEC 14496-12, section 8.16.3). */
const WHOLE_FILE = 0.98

/** @throws {RangeError} when an offset in the file points beyond `head` */
export function mp4Facts(head: Uint8Array, rest: number | null): MediaFacts {
  const facts: MediaFacts = { ...UNKNOWN_FACTS, kind: 'mp4', tracks: [] }
  const budget = { visits: MAX_VISITS }
  let index: Mp4Index | null = null
  let [count, mediaBytes] = [0, 0]
  for (const box of boxes(head, 0, budget)) {
    if (++count > MAX_TOP_BOXES) return { ...facts, isDamaged: true }
    facts.stated = Math.max(facts.stated ?? 0, box.end)
    if (box.type === 'mdat') {
      facts.isIndexLast = index === null
      mediaBytes = box.end - box.body
      if (!facts.isIndexLast || box.end > head.length) break
    }
    if (box.type === 'moov') {
      index = readIndex(head, box, MAX_TRACKS)
      Object.assign(facts, factsOf(index))
      if (rest !== null && box.end > head.length) mediaBytes = rest - box.end
    }
    if (box.type === 'sidx') {
      const segments = readSegments(head, box)
      if (segments) facts.stated = Math.max(facts.stated, segments.end)
      if (segments && (rest === null || segments.end >= rest * WHOLE_FILE)) {
        facts.duration ??= secondsIn(segments)
      }
    }
    if (box.type === 'moof') {
      facts.start = index && fragmentStart(index, head, box)
      break
    }
  }
  if (budget.visits === 0) facts.isDamaged = true
  if (isWholeSound(facts) && mediaBytes > 0) facts.soundBytes = mediaBytes
  return facts
}

function secondsIn({ timescale, segments }: SegmentIndex): number | null {
  const ticks = segments.reduce((sum, segment) => sum + segment.ticks, 0)
  return timescale > 0 && ticks > 0 ? ticks / timescale : null
}

/** The index of such a file often holds a large cover. */
const isWholeSound = ({ tracks, start }: MediaFacts): boolean =>
  start === 0 && tracks.length > 0 && tracks.every(({ kind }) => kind === 'audio')

function factsOf(index: Mp4Index): Partial<MediaFacts> {
  const { timescale, ticks, isFragmented, isAll } = index
  // Some programs declare a sound that the film does not have.
  const isEmpty = ({ tables }: Mp4Track) => sizesOf(index.bytes, tables)?.stated === 0
  const tracks = index.tracks.filter((track) => isFragmented || !isEmpty(track))
  return {
    ...(timescale > 0 && ticks > 0 && { duration: ticks / timescale }),
    // A file without fragments starts at zero, because edit lists shift all its tracks to zero. A fragmented
    // file can start later, because each fragment states its own decode time.
    ...(!isFragmented && { start: 0 }),
    isAll,
    tracks: tracks.map((track) => trackFacts(track, index)),
  }
}

/** Of a track by its own header, without its edits. */
export function describe({ kind, codec, width, height, ticks, timescale }: Mp4Track): Track {
  return { kind, codec, width, height, duration: ticks / timescale || null, fps: null }
}

function trackFacts(track: Mp4Track, { bytes, timescale, isFragmented }: Mp4Index): Track {
  const described = describe(track)
  const edited = playedBy(track.edits)
  const seconds = edited && timescale > 0 ? edited.played / timescale : null
  const stored = described.duration
  const isDelayed = edited !== null && edited.delay > 0 && !isFragmented
  return {
    ...described,
    // The index of a fragmented file covers at most its beginning.
    duration: isFragmented ? null : (seconds ?? stored),
    ...(seconds !== null && stored !== null && stored > seconds && { stored }),
    ...(isDelayed && { delay: edited.delay / timescale }),
    fps: track.kind === 'video' ? frameRate(track, bytes) : null,
  }
}

function frameRate({ tables, timescale }: Mp4Track, bytes: Uint8Array): number | null {
  const { value: first } = timesOf(bytes, tables).next()
  return first && first.delta > 0 ? timescale / first.delta : null
}

/** With the edit list of its index, by which ffmpeg writes that a track of DASH begins later. */
function fragmentStart({ tracks, timescale }: Mp4Index, head: Uint8Array, moof: Box): number | null {
  const { value: first } = trackFragments(head, moof).next()
  const track = tracks.find(({ id }) => id === first?.id)
  if (!track || !first || first.start === null) return null
  return first.start / track.timescale - shiftOf(track.edits, timescale, track.timescale)
}
