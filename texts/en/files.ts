import type { ClaimsOf } from '../claims.ts'

/** Files of other kinds than the video and the sound of a site. */
export const texts = {
  /** A heading above conversions of the sound. */
  made: 'Other sound files',
  /** The picture of an item, as a file. */
  cover: 'Cover',
  /** Beside the first language of the subtitles in a video. */
  another: 'Another language',
  leaveOut: 'Leave out {name}',
} as const

export const claims: ClaimsOf<typeof texts> = {}
