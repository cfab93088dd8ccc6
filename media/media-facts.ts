export type Track = {
  kind: 'video' | 'audio' | 'other'
  codec: string
  width: number | null
  height: number | null
  /** Seconds. One track may be shorter than the whole file. */
  duration: number | null
  /** Seconds with the parts that an edit list hides. */
  stored?: number
  /** Seconds of the file in which it does not play yet. */
  delay?: number
  fps: number | null
}

export type MediaFacts = {
  kind: 'mp4' | 'matroska' | 'other' | 'text'
  /** Seconds. Exact for MP4 and Matroska. For other formats it may be an estimate. */
  duration: number | null
  /** `duration` is what the clock of the packets has counted. */
  isClocked?: boolean
  /** Timestamp of the first frame in seconds; null = unknown. */
  start: number | null
  tracks: Track[]
  /** True when `tracks` lists all tracks of the file. */
  isAll: boolean
  /** ffmpeg cannot read such a file from a pipe. */
  isIndexLast: boolean
  isDamaged: boolean
  /** Where the file states that it ends; null = not stated. */
  stated: number | null
  /** The file ends before the end that it states itself. */
  isCut: boolean
  /** Without the tags and pictures before it. */
  soundBytes: number | null
}

export const UNKNOWN_FACTS: MediaFacts = {
  kind: 'other',
  duration: null,
  start: null,
  tracks: [],
  isAll: false,
  isIndexLast: false,
  isDamaged: false,
  stated: null,
  isCut: false,
  soundBytes: null,
}

/** A crafted file could list hundreds of thousands of tracks. */
export const MAX_TRACKS = 100

/** Sample entries of ISO/IEC 23001-7 and FairPlay, and the name that `ebml.ts` gives. */
const ENCRYPTED = new Set(['encv', 'enca', 'drmi', 'drms', 'encrypted'])

export const isEncrypted = (facts: MediaFacts | undefined): boolean =>
  facts?.tracks.some(({ codec }) => ENCRYPTED.has(codec)) ?? false

export function trackOf(facts: MediaFacts | undefined, kind: Track['kind']): Track | undefined {
  return facts?.tracks.find((track) => track.kind === kind)
}
