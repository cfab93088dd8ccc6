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
  subtitles: {
    all: 'All languages as SRT',
    saving: '{done} of {total}',
    lost: 'Could not be read: {names}',
  },
  /** Saving each chapter as a file of its own. `{format}` is such as "1080p MP4". */
  chapters: {
    save: { one: 'Save {n} chapter as {format}', other: 'Save all {n} chapters as {format}' },
    again: { one: 'Save the {n} that failed', other: 'Save the {n} that failed' },
    asks: 'One file each, numbered. Your browser may ask whether it may save several.',
    saving: 'Chapter {at} of {total}: {percent}%',
    waiting: 'It goes on in a minute.',
    saved: { one: '{n} file saved.', other: '{n} files saved.' },
    lost: 'Not saved: {titles}',
  },
} as const

export const claims: ClaimsOf<typeof texts> = {
  'chapters.asks': [],
  'chapters.waiting': [],
  'chapters.saved.one': [],
  'chapters.saved.other': [],
}
