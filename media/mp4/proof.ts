import { playedBy } from './edits.ts'
import type { Box } from './boxes.ts'
import { describe } from './facts.ts'
import type { Mp4Index, Mp4Track } from './moov.ts'
import { chunksOf, sizesOf } from './samples.ts'
import type { Track } from '../media-facts.ts'

/** `delay`: seconds before its media. */
export type ProvenTrack = Track & { duration: number; delay: number }

/** Throws unless the samples of all tracks fill the media box exactly. */
export function provenTracks(index: Mp4Index, media: Pick<Box, 'body' | 'end'>): ProvenTrack[] {
  if (!index.isAll) throw new Error('a track without a description')
  let bytes = 0
  let [first, last] = [Infinity, 0]
  for (const track of index.tracks) {
    const span = sampleSpan(index.bytes, track)
    bytes += span.bytes
    first = Math.min(first, span.first)
    last = Math.max(last, span.last)
  }
  if (bytes !== media.end - media.body) throw new Error(`${bytes} sample bytes in ${media.end - media.body}`)
  if (first !== media.body || last !== media.end) throw new Error('the samples do not fill the media box')
  return index.tracks.map((track) => {
    const described = describe(track)
    const seconds = described.duration ?? 0
    const edited = index.timescale > 0 ? playedBy(track.edits) : null
    if (!edited) return { ...described, duration: seconds, delay: 0 }
    const { played, delay } = edited
    return {
      ...described,
      duration: Math.min(seconds, played / index.timescale),
      delay: delay / index.timescale,
    }
  })
}

function sampleSpan(bytes: Uint8Array, { tables }: Mp4Track): { bytes: number; first: number; last: number } {
  const stated = sizesOf(bytes, tables)?.stated
  let [samples, total, first, last] = [0, 0, Infinity, 0]
  for (const chunk of chunksOf(bytes, tables)) {
    const size = chunk.bytes(chunk.first, chunk.first + chunk.count)
    samples += chunk.count
    total += size
    first = Math.min(first, chunk.offset)
    last = Math.max(last, chunk.offset + size)
  }
  if (samples !== stated) throw new Error(`${samples} samples in chunks, ${stated} with a size`)
  return { bytes: total, first, last }
}
