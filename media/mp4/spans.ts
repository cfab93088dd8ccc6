import type { Clip } from '#contract/clip.ts'
import { orUndefined } from '../out-of-range.ts'
import { Spans, type Needed } from '../spans.ts'
import type { Box } from './boxes.ts'
import { shiftOf } from './edits.ts'
import type { Mp4Index, Mp4Track } from './moov.ts'
import { chunksOf, keyBefore, sampleAt, sizesOf, ticksOf } from './samples.ts'
import { readSegments } from './segment-index.ts'

/** Seconds. A frame is decoded up to this long before it is shown. */
const REORDER = 1

/** The bytes of a file with one index for all its samples; null if its tables do not say. */
export const sampleSpans = (index: Mp4Index, clip: Clip): Needed | null =>
  orUndefined(() => {
    const picture = index.tracks.find(({ kind }) => kind === 'video')
    const sounds = index.tracks.filter(({ kind }) => kind === 'audio')
    const spans = new Spans()
    const earliest = picture ? addSamples(spans, index, picture, clip) : clip.start
    for (const sound of sounds) addSamples(spans, index, sound, { ...clip, start: earliest })
    const all = spans.all
    return spans.isTooMany || all.length === 0 ? null : { spans: all, earliest }
  }) ?? null

/** Returns the time of the key frame from which the samples can be played. */
function addSamples(
  spans: Spans,
  { bytes, timescale }: Mp4Index,
  track: Mp4Track,
  { start, end }: Clip,
): number {
  const { tables } = track
  const shift = shiftOf(track.edits, timescale, track.timescale)
  const sampleOf = (seconds: number) => sampleAt(bytes, tables, (seconds + shift) * track.timescale)
  const key = keyBefore(bytes, tables, sampleOf(start - REORDER))
  const until = Math.min(sampleOf(end + REORDER) + 1, sizesOf(bytes, tables)?.listed ?? 0)
  for (const chunk of chunksOf(bytes, tables)) {
    if (chunk.first >= until || spans.isTooMany) break
    const last = Math.min(chunk.first + chunk.count, until)
    if (last <= key) continue
    const from = Math.max(key, chunk.first)
    const at = chunk.offset + chunk.bytes(chunk.first, from)
    spans.add({ start: at, end: at + chunk.bytes(from, last) - 1 })
  }
  return Math.max(0, ticksOf(bytes, tables, key) / track.timescale - shift)
}

/** ISO/IEC 14496-12, section 8.16.3. */
export function fragmentSpans(bytes: Uint8Array, sidx: Box, clip: Clip): Needed | null {
  const index = readSegments(bytes, sidx)
  if (!index || index.timescale === 0 || index.segments.some(({ isIndex }) => isIndex)) return null
  const spans = new Spans()
  let [time, earliest] = [0, -1]
  for (const { start, end, ticks } of index.segments) {
    const from = time
    time += ticks / index.timescale
    if (time <= clip.start || from >= clip.end + REORDER) continue
    if (earliest < 0) earliest = from
    spans.add({ start, end: end - 1 })
  }
  return earliest < 0 ? null : { spans: spans.all, earliest }
}
