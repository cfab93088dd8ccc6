import type { Rendition } from '../engine/extraction.ts'
import { linesOf } from '../lines.ts'
import { MAX_SUGGESTED_LINES } from '../limits.ts'
import { videoCodec } from './format-row.ts'

export const PHONE_FILES: ReadonlySet<string> = new Set(['mp4', 'm4v', 'mov'])

/** A file of unknown codec in MP4 nearly always has H.264; one in MOV can be the master of a studio. */
export const isH264 = (container: string, codec: string | null): boolean =>
  PHONE_FILES.has(container) && (codec === 'avc1' || (codec === null && container !== 'mov'))

/** The picture that most visitors would choose; undefined for an empty list. */
export function usualPicture(videos: Rendition[]): Rendition | undefined {
  const modest = videos.filter((video) => (linesOf(video) ?? 0) <= MAX_SUGGESTED_LINES)
  const score = (video: Rendition) =>
    (isH264(video.container, videoCodec(video)) ? 1e5 : 0) + (linesOf(video) ?? 0)
  return (modest.length > 0 ? modest : videos).toSorted((a, b) => score(a) - score(b)).at(-1)
}
