export type Track = {
  kind: 'video' | 'audio' | 'other'
  /** Short name of the codec, such as `h264`. */
  codec: string
  width: number | null
  height: number | null
  /** Duration of the track in seconds; null = unknown. One track may be shorter than the whole file. */
  duration: number | null
  /** Frames per second; null = unknown. */
  fps: number | null
}

/** Facts about a media file, or about its first bytes. */
export type MediaFacts = {
  /**
   * `other`: a media format other than MP4 and Matroska. `text`: a web page, a playlist, subtitles or an
   * error message.
   */
  kind: 'mp4' | 'matroska' | 'other' | 'text'
  /**
   * Duration in seconds; null = unknown. The duration is exact for MP4 and Matroska. For other formats it may
   * be an estimate.
   */
  duration: number | null
  /** Timestamp of the first frame in seconds; null = unknown. */
  start: number | null
  tracks: Track[]
  /** True when `tracks` lists all tracks of the file; false when the file may have more. */
  isAll: boolean
  /**
   * True when the index (moov) of an MP4 comes after its media. ffmpeg cannot read such a file from a pipe.
   */
  isIndexLast: boolean
  /**
   * True when the first bytes cannot be parsed. For example, an offset points beyond the end of these bytes,
   * or more than 1,000 boxes come before the media.
   */
  isDamaged: boolean
  /** Number of bytes of the audio, without the tags and pictures before it; null = unknown. */
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

/** Maximum number of tracks that are read. A crafted file could list hundreds of thousands of tracks. */
export const MAX_TRACKS = 100

/** Returns the first track of the given kind: video or audio. */
export function trackOf(facts: MediaFacts | undefined, kind: Track['kind']): Track | undefined {
  return facts?.tracks.find((track) => track.kind === kind)
}
