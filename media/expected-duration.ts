import { tracksOf, type StreamKind } from '#contract/engine/kinds.ts'
import type { MediaFacts } from './media-facts.ts'

/** All values are in seconds. */
export type Expected = {
  seconds: number
  slack: number
  /** Present when a copy may last longer, because its container cannot hide what an edit list hides. */
  atMost?: number
}

/** Chapters can last longer than the sound, and a film can begin late. */
export function ownSeconds(kind: StreamKind, { tracks, isAll }: MediaFacts): number | null {
  const { picture, sound } = tracksOf[kind]
  const wanted = tracks.filter(
    (track) => (picture && track.kind === 'video') || (sound && track.kind === 'audio'),
  )
  const lengths = wanted.map(({ duration }) => duration ?? NaN)
  const longest = Math.max(...lengths)
  return (isAll || kind !== 'both') && Number.isFinite(longest) ? longest : null
}
