type Track = { kind: 'video' | 'audio' | 'other'; codec: string; width: number | null; height: number | null }

/** Facts from the first bytes of a media file. */
export type HeadFacts = {
  /** Seconds; null = unknown. */
  duration: number | null
  tracks: Track[]
  /** Whether `tracks` is complete. Otherwise the file may have tracks that the first bytes do not name. */
  isAll: boolean
  /** Bytes of the audio without the tags and pictures in front of it; absent when unknown. */
  soundBytes?: number
}
