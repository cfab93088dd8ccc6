type Track = { kind: 'video' | 'audio' | 'other'; codec: string; width: number | null; height: number | null }

/** What the first bytes of a media file say of it. */
export type HeadFacts = {
  /** Seconds. */
  duration: number | null
  tracks: Track[]
  /** Whether these are all its tracks, so that a missing kind is really absent. */
  isAll: boolean
  /** Bytes of the sound alone, without the tags and pictures before it; absent where they are not told apart. */
  soundBytes?: number
}
