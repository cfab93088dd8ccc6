export type Track = {
  kind: 'video' | 'audio' | 'other'
  /** Short name, such as `h264`. */
  codec: string
  width: number | null
  height: number | null
  /** Seconds that the track plays, which may be less than the file; null = unknown. */
  duration: number | null
  /** Frames per second; null = unknown. */
  fps: number | null
}

/** Facts about a media file, or about the beginning of one. */
export type MediaFacts = {
  /** `other`: a format that is not MP4 or Matroska. `text`: a web page, a playlist or a message. */
  kind: 'mp4' | 'matroska' | 'other' | 'text'
  /**
   * Seconds; null = unknown. Only of an MP4 or Matroska file is it exact, of others it may be an estimate.
   */
  duration: number | null
  /** First timestamp in seconds; null = unknown. */
  start: number | null
  tracks: Track[]
  /** Whether `tracks` is complete. Otherwise the file may have tracks that its first bytes do not name. */
  isAll: boolean
  /**
   * True when the index (moov) of an MP4 comes behind its media, so that ffmpeg cannot read it from a pipe.
   */
  isIndexLast: boolean
  /** True when offsets in the first bytes point beyond them, or empty boxes fill them. */
  isDamaged: boolean
  /** Bytes of the audio without the tags and pictures in front of it; null = unknown. */
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
  soundBytes: null,
}

/** Most tracks that are read. A crafted file could name hundreds of thousands. */
export const MAX_TRACKS = 100

/** The first track of a kind. */
export function trackOf(facts: MediaFacts | undefined, kind: Track['kind']): Track | undefined {
  return facts?.tracks.find((track) => track.kind === kind)
}
