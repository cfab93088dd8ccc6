import type { ClaimsOf } from '../claims.ts'

/** What the panel of a result does beside saving: playing, parts, chapters, subtitles. */
export const texts = {
  watch: 'Watch {title}',
  listen: 'Listen to {title}',
  clip: 'Clip',
  chapters: { one: '{n} chapter', other: '{n} chapters' },
  subtitles: { one: '{n} subtitle', other: '{n} subtitles' },
  /** The big button while a part is chosen. `{length}` is a time such as "0:42". */
  downloadClip: 'Download {length} clip',
  moment: 'One moment…',
  /** Of all items that are saved together. */
  qualityOfAll: 'Quality of all',
  suggested: 'Suggested',
  savedZips: {
    one: 'Saved {items} items as {n} ZIP.',
    other: 'Saved {items} items as {n} ZIPs.',
  },
  start: 'Start',
  end: 'End',
  startHandle: 'Start of the clip',
  endHandle: 'End of the clip',
  whole: 'Whole video',
  /** Over a ruler that shows a minute of the video. */
  minute: 'Around {time}',
} as const

export const claims: ClaimsOf<typeof texts> = { 'savedZips.one': [], 'savedZips.other': [] }
