import type { ClaimsOf } from '../claims.ts'

/** Rows that are saved together: several pasted links, or the items of a list. */
export const texts = {
  title: 'Your links',
  close: 'Clear the list',
  count: { one: '{n} link', other: '{n} links' },
  /** What was left out of a pasted text. */
  repeated: { one: '{n} link was there already.', other: '{n} links were there already.' },
  surplus: {
    one: 'This list takes {most} links, so {n} was left out.',
    other: 'This list takes {most} links, so {n} were left out.',
  },
  unread: { one: 'No link that we can read: {lines}', other: 'No links that we can read: {lines}' },
  reading: 'Reading the link',
  queued: 'Waits for its turn',
  saving: 'Saving {title}',
  goesOn: 'Many requests at once. It goes on in a minute.',
  /** A pasted link that leads to a list. */
  list: { one: 'A list of {n} item', other: 'A list of {n} items' },
  open: 'Open {title}',
  remove: 'Leave out {title}',
  formatOf: 'Format of {title}',
  original: 'Original sound',
  asZip: 'One ZIP',
  asks: 'If the browser asks, allow several downloads.',
  savedFiles: { one: 'Saved {n} file.', other: 'Saved {n} files.' },
  next: { one: 'Next {n}', other: 'Next {n}' },
  noMore: 'The site lists no more.',
  most: 'A list here ends at item {most}, even if the site has more.',
  notWritten: 'The ZIP could not be written. The disk may be full.',
  oldestFirst: 'Oldest first',
  lastFirst: 'Last first',
  numbers: 'Pick by number',
  numbersLike: '1-10, 15',
  pick: 'Pick',
} as const

export const claims: ClaimsOf<typeof texts> = {
  'repeated.one': [],
  'repeated.other': [],
  'surplus.one': [],
  'surplus.other': [],
  goesOn: [],
  asks: [],
  'savedFiles.one': [],
  'savedFiles.other': [],
  noMore: [],
  most: [],
  notWritten: [],
}
