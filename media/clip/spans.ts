import type { Clip } from '#contract/clip.ts'
import { elementOf, elements, ids } from '../matroska/ebml.ts'
import { boxes, boxOf } from '../mp4/boxes.ts'
import { readIndex } from '../mp4/moov.ts'
import { fragmentSpans, sampleSpans } from '../mp4/spans.ts'
import { orUndefined } from '../out-of-range.ts'
import type { Needed } from '../spans.ts'
import { clusterSpans, type Place } from '../matroska/spans.ts'

/** What a clip needs by the index of a film, which does not list samples in fragments. */
export function movieSpans(
  bytes: Uint8Array,
  clip: Clip,
): { isFragmented: boolean; needed: Needed | null } | null {
  const moov = boxOf('moov', boxes(bytes))
  const film = moov && orUndefined(() => readIndex(bytes, moov))
  return film ? { isFragmented: film.isFragmented, needed: sampleSpans(film, clip) } : null
}

/** @param head the first bytes of a file in fragments, with their index */
export function indexSpans(head: Uint8Array, clip: Clip): Needed | null {
  const sidx = boxOf('sidx', boxes(head))
  return (sidx && orUndefined(() => fragmentSpans(head, sidx, clip))) ?? null
}

export function cueSpans(bytes: Uint8Array, place: Place, clip: Clip): Needed | null {
  const cues = elementOf(ids.cues, elements(bytes))
  return (cues && orUndefined(() => clusterSpans({ bytes, cues }, place, clip))) ?? null
}
